"use strict";

const spec = require("./spec.cjs");
const json = require("./json.cjs");
const { readAll, textOf } = require("./input.cjs");

// The box in the page. Everything that comes from a text is written as text.

const WAIT = 200; // milliseconds between the last key and reading
const MAX_BYTES = 100 * 1024 * 1024;
const MAX_SHOWN = 1_000_000; // characters that the field is given: a longer text is read, but not shown
const PAGE = 200; // faults or messages that are shown at once
const MAX_KEPT = 100_000; // faults and messages that are remembered

/** @typedef {import("./recording.cjs").Fault} Fault */
/** @typedef {import("./recording.cjs").Entry} Entry */
/** @typedef {import("./input.cjs").Line} Line */

const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const form = byId("box:form");
const field = byId("box:text");
const verdict = byId("box:verdict");
const out = byId("box:out");
const side = byId("box:side");
const file = byId("box:file");

/** What is read in place of the text of the field: a file, or a text that is too long for it. @type {{ name: string, source: string | Uint8Array } | undefined} */
let other;
/** What stops the reading at hand. */
let current = new AbortController();
let timer = 0;

/**
 * An element with a class, and with texts and elements in it.
 * @param {string} name @param {string} className @param {...(Node | string)} inside @returns {any}
 */
function make(name, className, ...inside) {
  const e = document.createElement(name);
  if (className) e.className = className;
  e.append(...inside);
  return e;
}

/** @param {number} n @param {string} one @param {string} [many] */
function count(n, one, many = `${one}s`) {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}

/**
 * A link to an element of the spec, or its name if the page does not show it.
 * @param {{ kind: string, label: string, anchor?: string }} element
 */
function link({ kind, label, anchor }) {
  const name = make("code", "", label);
  if (!anchor) return make("span", "", `${kind} `, name);
  const a = make("a", "", name);
  a.href = `#${encodeURI(anchor)}`;
  return make("span", "", `${kind} `, a);
}

/** @param {string} text @param {string} [level] */
function say(text, level = "") {
  verdict.className = `box-verdict ${level}`.trim();
  verdict.textContent = text;
}

/**
 * Selects a part of the text.
 * @param {number} start @param {number} end
 */
function select(start, end) {
  field.focus();
  field.setSelectionRange(start, end);
  // A field scrolls to what is typed, not to what is selected.
  const before = field.value.slice(0, start).split("\n").length - 1;
  const lines = field.value.split("\n").length;
  field.scrollTop = (field.scrollHeight * before) / lines - field.clientHeight / 2;
}

/**
 * The button that leads to a place in a line of the text; only the number of the line, if the text is not in the field.
 * @param {number} number @param {Line | undefined} line @param {(string | number)[]} at @param {number} [offset] of a syntax error
 */
function placeOf(number, line, at, offset) {
  const text = line?.input;
  if (line === undefined || typeof text !== "string" || other !== undefined) return { node: make("span", "", `line ${number}`), number };
  const { start, end } = offset === undefined ? json.locate(text, at) : { start: offset, end: offset };
  const within = text.slice(0, start).split("\n").length - 1;
  const button = make("button", "box-line", `line ${number + within}`);
  button.type = "button";
  button.addEventListener("click", () => select(line.start + start, line.start + Math.max(end, start + 1)));
  return { node: button, number: number + within };
}

/** @param {Fault} fault @param {Line | undefined} line */
function faultItem(fault, line) {
  const item = make("li", fault.advice ? "box-fault advice" : "box-fault");
  const { path, text } = fault;
  // The path is part of the text of a fault, if it has one.
  const words = path !== "" && text.startsWith(path) ? [make("code", "box-path", path), text.slice(path.length)] : [text];
  item.append(make("p", "box-text", ...(fault.advice ? ["advice: "] : []), ...words));
  const { node, number } = placeOf(fault.line, line, fault.at, fault.offset);
  item.dataset.line = String(number);
  item.dataset.path = path;
  const where = make("p", "box-where", node);
  if (fault.rule) where.append(make("span", "", `rule ${fault.rule}`));
  const last = fault.elements.at(-1);
  const own = fault.elements.findLast(({ kind }) => kind !== "type") ?? last;
  if (own) where.append(link(own));
  if (last && last !== own) where.append(link(last));
  item.append(where);
  return item;
}

/** @param {Entry["undeclared"][number]} x @param {Entry} entry @param {Line} line */
function noteItem(x, entry, line) {
  const { node } = placeOf(entry.line, line, x.keys);
  const what = x.isExtension ? `${x.what} is of an extension` : `${x.what} is not declared in this version; readers go on`;
  const item = make("li", "box-note", make("p", "", make("code", "box-path", x.path), `: ${what}`), make("p", "box-where", node));
  item.dataset.path = x.path;
  return item;
}

/**
 * A part of the output with a list that grows on demand.
 * @param {string} title @param {any[]} items @param {HTMLElement} list @param {(item: any) => HTMLElement} makeItem
 * @param {HTMLElement} [around] the list
 */
function section(title, items, list, makeItem, around = list) {
  const part = make("section", "", make("h3", "", title), around);
  const more = make("button", "", "");
  more.type = "button";
  let shown = 0;
  const grow = () => {
    const next = items.slice(shown, shown + PAGE);
    list.append(...next.map(makeItem));
    shown += next.length;
    more.hidden = shown === items.length;
    more.textContent = `Show more (${(items.length - shown).toLocaleString("en")})`;
  };
  more.addEventListener("click", grow);
  grow();
  part.append(more);
  return part;
}

/** @param {string | undefined} version */
function versionWords(version) {
  if (!version) return "";
  return version[0] === ">" ? `a version after ${version.slice(1)}` : `version ${version}`;
}

/**
 * What a message is, in a sentence.
 * @param {Entry} entry
 */
function sentence({ what, side, kind, label }) {
  const names = { ignored: "A message that is ignored", message: "A message", header: "The header of a journal", record: "A record of a journal" };
  const isCall = what === "request" || what === "notification";
  const subject = /** @type {any} */ (names)[what] ?? `A ${what}`;
  const of = label && !(what === "response" && kind === "method" && label === "") ? `${isCall ? "" : what === "response" ? " to" : ":"} ${label}` : "";
  const to = spec.roles.find((/** @type {string} */ r) => r !== side);
  const from = side === undefined ? (isCall || what === "response" ? ", which either side may send" : "") : `, from the ${side} to the ${to}`;
  return `${subject}${of}${from}`;
}

/**
 * Shows what single messages are: most are one, an array has several.
 * @param {{ entry: Entry, line: Line }[]} entries @param {{ fault: Fault, line: Line | undefined }[]} faults
 */
function showMessages(entries, faults) {
  const bad = faults.filter(({ fault }) => !fault.advice).length;
  const [first] = entries;
  const what = entries.length === 0 ? "" : entries.length === 1 ? sentence(first.entry) : `An array of ${entries.length} messages`;
  const newest = entries.map(({ entry }) => entry.newest).filter((e) => e !== undefined);
  const dropped = entries.reduce((n, { entry }) => n + entry.dropped, 0);
  if (bad > 0) say(`${count(bad, "fault")}${what ? `. ${what}` : ""}`, "break");
  else say(`ok${faults.length > 0 ? ", with advice" : ""}. ${what}`, "ok");
  if (bad === 0 && newest.length > 0) {
    const list = newest.map((e) => make("li", "", `needs ${versionWords(e.since)}, because of the `, link(e)));
    out.append(make("section", "", make("ul", "box-needs", ...list.slice(0, PAGE))));
  }
  if (bad === 0 && entries.some(({ entry }) => entry.what === "response")) {
    out.append(make("p", "box-hint", "A response is known by the request that it answers: paste both, one per line, and the result is checked as well."));
  }
  if (dropped > 0) out.append(make("p", "box-hint", `${count(dropped, "value")} cannot be read, and readers pass over them.`));
}

/**
 * Shows a summary of a recording and its messages.
 * @param {{ entry: Entry, line: Line }[]} entries @param {any} result @param {boolean} isAll
 */
function showRecording(entries, { counts: c, version, isJournal }, isAll) {
  const of = `${isJournal ? "A journal" : "A recording"} of ${count(c.lines, "line")}${version ? ` of version ${version}` : ""}`;
  if (c.faults > 0) say(`${of}: ${count(c.faults, "fault")}, in ${count(c.bad, "line")}`, "break");
  else say(`ok. ${of}, no fault`, "ok");
  const facts = [];
  if (isJournal) facts.push(count(c.records, "record"));
  else facts.push(`${count(c.requests, "request")}, ${count(c.answers, "answer")}, ${c.unanswered} never answered`);
  if (c.late + c.resent + c.history > 0) facts.push(`${count(c.late, "answer")} that came too late, ${count(c.resent, "request")} resent, ${count(c.history, "request")} of a replay`);
  if (c.progress + c.stray > 0) facts.push(`${count(c.progress + c.stray, "report")} of progress, ${c.stray} with an unknown token`);
  if (c.undeclared > 0) facts.push(`${count(c.undeclared, "part")} that this version does not declare`);
  if (c.extensions > 0) facts.push(`${count(c.extensions, "name")} of extensions`);
  if (c.dropped > 0) facts.push(`${count(c.dropped, "value")} that readers pass over`);
  out.prepend(make("section", "", make("ul", "box-facts", ...facts.map((f) => make("li", "", f)))));
  const rows = make("tbody", "");
  const head = ["line", "from", "what", "id"].map((name) => Object.assign(make("th", "", name), { scope: "col" }));
  const list = make("table", "box-list", make("thead", "", make("tr", "", ...head)), rows);
  const scroll = make("div", "box-scroll", list);
  scroll.tabIndex = 0;
  scroll.role = "region";
  scroll.ariaLabel = "Messages";
  out.append(section(isAll ? "Messages" : `The first ${count(entries.length, "message")}`, entries, rows, ({ entry, line }) => {
    const name = entry.label ? link({ kind: entry.what, label: entry.label, anchor: entry.anchor }) : entry.what;
    const flag = entry.faults > 0 ? ` (${count(entry.faults, "fault")})` : "";
    const { node } = placeOf(entry.line, line, []);
    return make("tr", entry.faults > 0 ? "bad" : "", make("td", "", node), make("td", "", entry.side ?? ""), make("td", "", name, flag), make("td", "", make("code", "", entry.id ?? "")));
  }, scroll));
}

/** Reads what there is. */
async function read() {
  clearTimeout(timer);
  current.abort();
  const own = new AbortController();
  current = own;
  const source = other?.source ?? field.value;
  const isEmpty = typeof source === "string" ? source.trim() === "" : source.length === 0;
  out.replaceChildren();
  if (isEmpty) {
    form.removeAttribute("aria-busy");
    say("");
    return;
  }
  form.setAttribute("aria-busy", "true");
  /** @type {{ fault: Fault, line: Line | undefined }[]} */
  const faults = [];
  /** @type {{ entry: Entry, line: Line }[]} */
  const entries = [];
  let seen = 0;
  let tenths = 0;
  const progress = (/** @type {number} */ start) => {
    const now = Math.floor((10 * start) / source.length);
    if (now > tenths) say(`Reading: ${10 * now} %`);
    tenths = now;
  };
  const result = await readAll(source, {
    side: Number(side?.value ?? 0),
    signal: own.signal,
    progress,
    report: (fault, line) => faults.length < MAX_KEPT && faults.push({ fault, line: line.number === fault.line ? line : undefined }),
    seen: (entry, line) => ++seen <= MAX_KEPT && entries.push({ entry, line }),
  });
  if (result === undefined) return; // there is another text
  form.removeAttribute("aria-busy");
  const name = other ? `${other.name}: ` : "";
  if (result.isRecording) showRecording(entries, result, seen === entries.length);
  else showMessages(entries, faults);
  if (name) verdict.prepend(name);
  const after = result.isRecording ? out.lastElementChild : null;
  if (faults.length > 0) {
    const list = make("ol", "box-faults");
    // That a request was never answered is known at the end.
    const lines = new Map(entries.map(({ line }) => [line.number, line]));
    out.insertBefore(section(faults.length === MAX_KEPT ? `The first ${count(MAX_KEPT, "fault")}` : "Faults", faults, list, ({ fault, line }) => faultItem(fault, line ?? lines.get(fault.line))), after);
  }
  const notes = entries.flatMap(({ entry, line }) => entry.undeclared.map((x) => ({ x, entry, line })));
  if (notes.length > 0) out.insertBefore(section("Unknown", notes, make("ul", "box-notes"), ({ x, entry, line }) => noteItem(x, entry, line)), after);
}

/**
 * Takes a text that is not typed: into the field, unless it is too long for that.
 * @param {string} name @param {string | Uint8Array} source
 */
function take(name, source) {
  const text = typeof source === "string" ? source : fieldText(source);
  other = text === undefined || text.length > MAX_SHOWN ? { name, source } : undefined;
  field.value = other ? "" : text;
  field.placeholder = other ? `${name} is read, but too long to be shown here.` : "";
  return read();
}

/**
 * The text of a file; undefined if a field would change it, or it is too long for one.
 * @param {Uint8Array} bytes
 */
function fieldText(bytes) {
  const text = bytes.length > 3 * MAX_SHOWN ? undefined : textOf(bytes);
  return text?.includes("\r") || text?.includes("\0") ? undefined : text;
}

/** @param {File | undefined} given */
async function open(given) {
  if (!given) return;
  if (given.size > MAX_BYTES) {
    out.replaceChildren();
    say(`${given.name} is larger than 100 MB, which this page reads. wiregen verify has no limit.`, "break");
    return;
  }
  const bytes = new Uint8Array(await given.arrayBuffer());
  await take(given.name, bytes);
}

form.addEventListener("submit", (/** @type {Event} */ e) => {
  e.preventDefault();
  void read();
});
form.addEventListener("reset", () => {
  other = undefined;
  field.placeholder = "";
  setTimeout(read);
});
field.addEventListener("input", () => {
  other = undefined;
  clearTimeout(timer);
  timer = setTimeout(read, WAIT);
});
field.addEventListener("paste", (/** @type {ClipboardEvent} */ e) => {
  const text = e.clipboardData?.getData("text/plain") ?? "";
  if (text.length <= MAX_SHOWN) return; // it is put into the field, which is read then
  e.preventDefault();
  void take("the pasted text", text);
});
side?.addEventListener("change", read);
file.addEventListener("change", () => open(file.files[0]));
for (const [type, isOver] of /** @type {[string, boolean][]} */ ([["dragover", true], ["dragleave", false], ["drop", false]])) {
  form.addEventListener(type, (/** @type {DragEvent} */ e) => {
    if (!e.dataTransfer?.types.includes("Files")) return;
    e.preventDefault();
    form.classList.toggle("drop", isOver);
    if (type === "drop") void open(e.dataTransfer.files[0]);
  });
}
form.hidden = false;
