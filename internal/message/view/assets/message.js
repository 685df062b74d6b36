// The selected message. The address follows it after a moment: browsers allow few changes
// in a short time.

let named = 0;

function select(i, { keepHash = false, tab = true } = {}) {
  if (i < 0 || i >= data.n) {
    return;
  }
  selected = i;
  if (shown && entryAt(rank(i)) !== i) {
    resetFilters();
  }
  clearTimeout(named);
  if (!keepHash) {
    named = setTimeout(() => history.replaceState(null, "", `#${anchor(i)}`), 150);
  }
  list.show(rank(i));
  list.draw();
  drawMessage();
  if (tab) {
    openTab("message");
  }
}

function step(by) {
  if (countShown() === 0) {
    return;
  }
  const at = rank(Math.max(selected, 0));
  const isThere = selected >= 0 && entryAt(at) === selected;
  const to = isThere ? at + by : by > 0 && selected < 0 ? 0 : by > 0 ? at : at - 1;
  select(entryAt(Math.min(Math.max(to, 0), countShown() - 1)));
}

function stepFault(by) {
  const faults = data.faults.filter((f) => !shown || entryAt(rank(f.at)) === f.at);
  let at = lowest(faults.length, (k) => faults[k].at > selected);
  if (by < 0) {
    at = lowest(faults.length, (k) => faults[k].at >= selected) - 1;
  }
  if (at < 0 || at >= faults.length) {
    say(by > 0 ? "There is no further fault." : "There is no fault before this one.");
    return;
  }
  select(faults[at].at);
  say(`${faults[at].advice ? "Advice" : "Fault"} in line ${faults[at].line}: ${faults[at].text}`);
}

function fact(name, ...value) {
  return make("div", "", make("dt", "", name), make("dd", "", ...value));
}

function drawMessage() {
  const pane = byId("pane-message");
  const i = selected;
  if (i < 0) {
    pane.replaceChildren(make("p", "none", "Choose a message to read it: j and k lead through them, f to the next fault."));
    return;
  }
  const title = make("h2", "", make("code", "", label(i)), ` ${KINDS[data.kind[i]]}`);
  const facts = make("dl", "facts");
  facts.append(fact("line", number(i)));
  if (senderOf(i)) {
    facts.append(fact("from", senderOf(i)));
  }
  if (carrier(i)) {
    facts.append(fact("in", carrier(i)));
  }
  if (data.kind[i] === KIND.error) {
    facts.append(fact("error", data.tagAt(i)));
  }
  if (data.time[i] >= 0) {
    facts.append(fact("time", clock(data.time[i])));
  }
  facts.append(fact("size", `${data.size[i].toLocaleString("en")} bytes`));
  const pair = pairOf(i);
  const took = data.wait(i) >= 0 ? ` after ${span(data.wait(i))}` : "";
  if (isAnswer(i)) {
    facts.append(fact("answers", pair >= 0 ? link(pair, `line ${number(pair)}`) : "no request that is known", took));
  } else if (data.kind[i] === KIND.request) {
    const again = has(i, FLAG.resent) && pairOf(i) < 0 ? data.call[i] : -1;
    facts.append(again >= 0 ? fact("sent before", link(again, `line ${number(again)}`)) : fact("answer", pair >= 0 ? link(pair, `line ${number(pair)}`) : "none", took));
  }
  if (data.parent[i] >= 0) {
    const p = data.parent[i];
    facts.append(fact("within", link(p, `line ${number(p)}`), ` ${label(p)}`));
  }
  const notes = make("ul", "findings");
  for (const f of faultsOf(i)) {
    notes.append(faultItem(f, i));
  }
  for (const k of data.unknown.get(i) ?? []) {
    notes.append(make("li", "loss", make("span", "chip loss", "unknown"), " the spec does not declare ", make("code", "", data.names[k])));
  }
  pane.replaceChildren(title, ...docOf(i), facts);
  if (notes.children.length > 0) {
    pane.append(notes);
  }
  drawText(pane, i);
}

function docOf(i) {
  const { calls, docs } = head.table;
  const tag = data.tagAt(i);
  const doc = isAnswer(i) ? "" : (own(docs, tag) ?? own(calls, data.nameAt(i))?.doc);
  return doc ? [make("p", "doc", doc)] : [];
}

const own = (object, key) => (object && Object.hasOwn(object, key) ? object[key] : undefined);

// faultItem is a fault in a list; where is the entry that it is shown with.
function faultItem(f, where) {
  const item = make("li", f.advice ? "danger" : "break");
  item.append(make("span", `chip ${f.advice ? "danger" : "break"}`, f.advice ? "advice" : "fault"), " ");
  if (where !== f.at) {
    item.append(link(f.at, `line ${number(f.at)}`), " ", make("b", "", label(f.at)), " ");
  }
  item.append(make("span", "words", f.text));
  const rest = [];
  if (f.rule) {
    rest.push(`rule ${f.rule}`);
  }
  if (f.element) {
    rest.push(`of ${f.element}`);
  }
  if (rest.length > 0) {
    item.append(" ", make("span", "rule", rest.join(" ")));
  }
  if (f.other) {
    const at = data.atLine(f.other);
    if (at < data.n && data.line[at] === f.other) {
      item.append(" ", link(at, `see line ${f.other}`));
    }
  }
  return item;
}

// The text of the selected message.

const MOST_LINES = 3000;

function drawText(pane, i) {
  const text = data.text(i);
  if (text === null) {
    const why = has(i, FLAG.missing)
      ? "The line is longer than the protocol allows, and is not kept."
      : "The text is not in this page: what is sensitive in it cannot be told. wiregen view --reveal shows it.";
    pane.append(make("p", "none", why));
    return;
  }
  const bar = make("div", "views");
  for (const [name, is] of [["decoded", !raw], ["raw", raw]]) {
    const b = press(name, () => {
      raw = name === "raw";
      drawMessage();
    });
    b.setAttribute("aria-pressed", String(is));
    bar.append(b);
  }
  if (has(i, FLAG.hidden)) {
    bar.append(make("span", "note", `${head.redacted} replaces sensitive values; --reveal shows them`));
  }
  if (has(i, FLAG.cut)) {
    bar.append(make("span", "note", `only the first ${bytes(text.length)} are kept`));
  }
  if (has(i, FLAG.bytes)) {
    bar.append(make("span", "note", "bytes that are not UTF-8 are shown as �"));
  }
  pane.append(bar);
  const box = make("pre", raw ? "text raw" : "text");
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", raw ? "The text as it was sent" : "The text, indented");
  if (raw || data.kind[i] === KIND.unreadable) {
    mark(box, text);
  } else {
    drawDecoded(box, text, i);
  }
  pane.append(box);
}

// mark shows a text, with what was searched for marked.
function mark(box, text) {
  const needle = search.needle;
  if (!needle) {
    box.append(text);
    return;
  }
  const low = text.toLowerCase();
  let at = 0;
  for (let n = 0; n < 1000 && low.length === text.length; n++) {
    const to = low.indexOf(needle, at);
    if (to < 0) {
      break;
    }
    box.append(text.slice(at, to), make("mark", "", text.slice(to, to + needle.length)));
    at = to + needle.length;
  }
  box.append(text.slice(at));
}

function drawDecoded(box, text, i) {
  const lines = decode(text, head.table, rootOf(i), MOST_LINES);
  const paths = new Set(lines.map((line) => line.path));
  const wrong = new Map();
  const prefix = data.index.get(i) ?? "";
  for (const f of faultsOf(i)) {
    let path = f.path ?? "";
    if (prefix && path.startsWith(prefix)) {
      path = path.slice(prefix.length).replace(/^\./, "");
    }
    while (path !== "" && !paths.has(path)) {
      path = path.replace(/(^|\.)[^.[\]]*$|\[[^[]*\]$|.$/s, ""); // what is missing is shown by what lacks it
    }
    wrong.set(path, f.text);
  }
  for (const line of lines) {
    const row = make("span", `l ${line.kind}`);
    row.style.setProperty("--indent", String(line.indent));
    if (line.key) {
      mark(row.appendChild(make("span", "k")), line.key);
      row.append(": ");
    }
    mark(row.appendChild(make("span", "v")), line.text);
    const note = line.note;
    if (note?.undeclared || note?.unknown) {
      row.append(make("span", "n new", note.unknown ? "unknown variant" : "not declared"));
    } else if (note?.name || note?.doc) {
      row.append(make("span", "n", make("span", "type", note.name ?? ""), note.doc ? ` ${note.doc}` : ""));
    }
    row.classList.toggle("gone", has(i, FLAG.hidden) && line.text.startsWith(JSON.stringify(head.redacted)));
    if (line.path !== null && wrong.has(line.path) && line.path !== "") {
      row.classList.add("wrong");
      row.title = wrong.get(line.path);
    }
    box.append(row, "\n");
  }
}

// rootOf is the type of an entry, as decode takes it.
function rootOf(i) {
  const table = head.table;
  const kind = data.kind[i];
  if (kind === KIND.record || kind === KIND.header || kind === KIND.value) {
    return kind === KIND.record ? table.record : kind === KIND.header ? table.header : table.value;
  }
  const answers = isAnswer(i);
  const of = answers ? data.call[i] : i;
  const call = of < 0 ? undefined : own(table.calls, data.nameAt(of));
  const shape = answers ? 2 : kind === KIND.request ? 0 : 1;
  const names = table.names[shape];
  const f = {};
  for (const key of table.keys[shape]) {
    f[key] = { t: -1 };
  }
  if (names.params) {
    f[names.params] = { t: call?.params ?? -1 };
  }
  if (names.result) {
    f[names.result] = { t: (call?.carries ? own(table.asked, data.tagAt(of)) : call?.result) ?? -1 };
  }
  if (names.error) {
    f[names.error] = { t: -1, type: { f: { code: { t: -1, d: kind === KIND.error ? data.tagAt(i) : "" }, message: { t: -1 }, data: { t: call?.data ?? -1 } } } };
  }
  return { f };
}
