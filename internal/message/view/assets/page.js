// What the page has, and words for it.

const byId = (id) => document.getElementById(id);
const head = JSON.parse(byId("head").textContent);
const roles = head.roles;
let data = new Entries();
let shown = null; // the places of the entries that pass the filters; null: all
let selected = -1;
let raw = false;
let result = null;

// Small makers of elements. Texts are only ever the content of text nodes.

function make(tag, className, ...children) {
  const e = document.createElement(tag);
  if (className) {
    e.className = className;
  }
  e.append(...children);
  return e;
}

function link(i, text) {
  const a = make("a", "", text);
  a.href = `#${anchor(i)}`;
  return a;
}

function press(text, act) {
  const b = make("button", "", text);
  b.type = "button";
  b.addEventListener("click", act);
  return b;
}

const plural = (n, one) => `${n.toLocaleString("en")} ${one}${n === 1 ? "" : "s"}`;
const say = (text) => {
  byId("said").textContent = text;
};

function bytes(n) {
  return n < 10_000 ? String(n) : n < 1_000_000 ? `${(n / 1000).toFixed(0)}k` : `${(n / 1_000_000).toFixed(1)}M`;
}

function span(ms) {
  if (ms < 1000) {
    return `${Math.round(ms)} ms`;
  }
  return ms < 60_000 ? `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s` : clock(ms);
}

function clock(ms) {
  const s = ms / 1000;
  const two = (n) => String(Math.floor(n)).padStart(2, "0");
  const rest = `${two(s % 60)}.${String(Math.floor(ms % 1000)).padStart(3, "0")}`;
  return s < 3600 ? `${Math.floor(s / 60)}:${rest}` : `${Math.floor(s / 3600)}:${two((s / 60) % 60)}:${two(s % 60)}`;
}

// What entries are, in words.

const KINDS = ["request", "notification", "result", "error", "record", "header", "value", "ignored message", "unreadable"];
const isAnswer = (i) => data.kind[i] === KIND.result || data.kind[i] === KIND.error;
const has = (i, flag) => (data.flags[i] & flag) !== 0;
const faultsOf = (i) => data.faultsAt.get(i) ?? [];
const isFaulty = (i) => faultsOf(i).some((f) => !f.advice);
const pairOf = (i) => (data.kind[i] === KIND.request ? data.answer[i] : data.call[i]);
const anchor = (i) => `m${data.line[i]}${(data.index.get(i) ?? "").replace("[", ".").replace("]", "")}`;
const number = (i) => `${data.line[i]}${data.index.get(i) ?? ""}`;
const senderOf = (i) => roles[data.side[i]] ?? "";

function label(i) {
  const name = data.nameAt(i);
  const tag = isAnswer(i) ? "" : data.tagAt(i);
  if (data.kind[i] === KIND.unreadable || data.kind[i] === KIND.ignored) {
    return name || KINDS[data.kind[i]];
  }
  if (isAnswer(i)) {
    const call = data.call[i];
    return (call >= 0 && data.tagAt(call)) || name || "answer";
  }
  return tag || name || (data.kind[i] === KIND.value ? "value" : "");
}

// The name above the label: the method that carries an event or a request.
function carrier(i) {
  const name = data.nameAt(i);
  return label(i) === name || isAnswer(i) ? "" : name;
}

function words(i) {
  const from = senderOf(i);
  const out = [`line ${number(i)}`, from && `from ${from}`, KINDS[data.kind[i]], label(i)];
  if (data.kind[i] === KIND.error) {
    out.push(data.tagAt(i));
  }
  for (const f of faultsOf(i)) {
    out.push(`${f.advice ? "advice" : "fault"}: ${f.text}`);
  }
  return out.filter(Boolean).join(", ");
}
