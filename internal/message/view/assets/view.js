(() => {
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

  // The list.

  const list = new VirtualList(byId("list"), byId("room"), (at) => rowOf(shown ? shown[at] : at, at));
  const TRACKS = 6;

  function cell(className, ...children) {
    const e = make("span", className, ...children);
    e.setAttribute("role", "gridcell");
    return e;
  }

  function rowOf(i, at) {
    const faults = faultsOf(i);
    const row = make("div", "row");
    row.id = `row-${i}`;
    row.dataset.i = String(i);
    row.setAttribute("role", "row");
    row.setAttribute("aria-rowindex", String(at + 1));
    row.setAttribute("aria-selected", String(i === selected));
    row.setAttribute("aria-label", words(i));
    row.classList.add(data.side[i] === 0 ? "first" : data.side[i] === 1 ? "second" : "nobody");
    row.classList.toggle("selected", i === selected);
    row.classList.toggle("faulty", isFaulty(i));
    row.classList.toggle("old", has(i, FLAG.history));
    row.append(
      cell("c-line", number(i)),
      cell("c-time", data.time[i] < 0 ? "" : clock(data.time[i])),
      bars(i),
      lane(i, faults),
      cell("c-size", bytes(data.size[i])),
      cell("c-wait", isAnswer(i) && data.wait(i) >= 0 ? span(data.wait(i)) : ""),
    );
    return row;
  }

  function bars(i) {
    const box = make("span", "c-bars");
    box.setAttribute("aria-hidden", "true");
    for (let t = 0; t < TRACKS; t++) {
      if (data.bars[i] & (1 << t)) {
        const ends = data.track[i] === t ? (data.kind[i] === KIND.request ? " begins" : " ends") : "";
        const bar = make("i", `bar t${t}${ends}`);
        box.append(bar);
      }
    }
    return box;
  }

  function lane(i, faults) {
    const text = make("span", "label");
    const kind = data.kind[i];
    const over = carrier(i);
    text.style.setProperty("--depth", String(data.depth[i]));
    if (isAnswer(i)) {
      text.append(make("span", "sign", kind === KIND.error ? "✕" : "✓"));
    }
    text.append(make("b", "", label(i)));
    if (over) {
      text.append(make("span", "over", over));
    }
    if (kind === KIND.error) {
      text.append(make("span", "over bad", data.tagAt(i)));
    }
    if (kind === KIND.request && data.answer[i] < 0 && !has(i, FLAG.resent | FLAG.history)) {
      text.append(make("span", "over", "no answer"));
    }
    const chips = make("span", "chips");
    const wrong = faults.filter((f) => !f.advice).length;
    if (wrong > 0) {
      chips.append(make("span", "chip break", wrong === 1 ? "fault" : `${wrong} faults`));
    } else if (faults.length > 0) {
      chips.append(make("span", "chip danger", "advice"));
    }
    for (const [flag, word, level] of [[FLAG.unknown, "unknown", "loss"], [FLAG.late, "late", ""], [FLAG.resent, "again", ""], [FLAG.history, "replay", ""]]) {
      if (has(i, flag)) {
        chips.append(make("span", `chip ${level}`, word));
      }
    }
    text.append(chips);
    const arrow = make("span", `arrow ${isAnswer(i) ? "back" : kind === KIND.request ? "ask" : "note"}`);
    arrow.setAttribute("aria-hidden", "true");
    return cell("c-lane", text, arrow);
  }

  // rank is the place of an entry among those that are shown: of itself, or where it would be.
  function rank(i) {
    return shown ? lowest(shown.length, (k) => shown[k] >= i) : i;
  }

  const countShown = () => (shown ? shown.length : data.n);
  const entryAt = (at) => (shown ? shown[at] : at);

  list.onDraw = () => {
    const row = byId(`row-${selected}`);
    if (row) {
      byId("list").setAttribute("aria-activedescendant", row.id);
    } else {
      byId("list").removeAttribute("aria-activedescendant");
    }
    drawWindow();
  };

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
      bar.append(make("span", "note", `${head.redacted} stands for sensitive values; --reveal shows them`));
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

  // Filters and the search.

  const search = { needle: "", hits: null, at: 0, run: 0 };
  const controls = { from: byId("from"), name: byId("name"), text: byId("text"), faults: byId("only-faults"), unknown: byId("only-unknown") };
  const pressed = (b) => b.getAttribute("aria-pressed") === "true";

  function passes(i) {
    const { from, name, faults, unknown } = controls;
    if (from.value !== "" && data.side[i] !== Number(from.value)) {
      return false;
    }
    if (name.value !== "") {
      const want = Number(name.value);
      const of = isAnswer(i) && data.call[i] >= 0 ? data.call[i] : i;
      if (data.name[of] !== want && data.tag[of] !== want && data.tag[i] !== want) {
        return false;
      }
    }
    if (pressed(faults) && !data.faultsAt.has(i)) {
      return false;
    }
    if (pressed(unknown) && !data.unknown.has(i)) {
      return false;
    }
    return !search.needle || search.hits[i] === 1;
  }

  function filter() {
    const { from, name, faults, unknown } = controls;
    if (from.value === "" && name.value === "" && !pressed(faults) && !pressed(unknown) && !search.needle) {
      shown = null;
    } else {
      shown = [];
      for (let i = 0; i < data.n; i++) {
        if (passes(i)) {
          shown.push(i);
        }
      }
    }
    const n = countShown();
    const state = search.needle && search.at < data.n ? `, searching ${Math.floor((100 * search.at) / data.n)} %` : "";
    byId("count").textContent = `${n.toLocaleString("en")} of ${data.n.toLocaleString("en")}${state}`;
    byId("none").hidden = n > 0 || data.n === 0 || state !== "";
    list.resize(n);
  }

  function filtered() {
    filter();
    if (selected >= 0) {
      list.show(Math.min(rank(selected), Math.max(countShown() - 1, 0)));
    } else {
      byId("list").scrollTop = 0;
    }
    list.draw();
  }

  function resetFilters() {
    controls.from.value = "";
    controls.name.value = "";
    controls.text.value = "";
    controls.faults.setAttribute("aria-pressed", "false");
    controls.unknown.setAttribute("aria-pressed", "false");
    find("");
  }

  // find searches the texts, for as long as a frame lasts at a time.
  function find(text) {
    search.needle = text.trim().toLowerCase();
    search.hits = new Uint8Array(data.n);
    search.at = 0;
    search.run++;
    if (search.needle) {
      findOn(search.run);
    }
    filtered();
    if (selected >= 0) {
      drawMessage();
    }
  }

  function findOn(run) {
    if (run !== search.run) {
      return;
    }
    const until = performance.now() + 12;
    while (search.at < data.n && performance.now() < until) {
      const k = data.partOf(search.at);
      const part = data.parts[k];
      const texts = data.textsOf(k);
      const end = Math.min(part.first + texts.length, search.at + 200);
      for (; search.at < end; search.at++) {
        const i = search.at;
        const own = texts[i - part.first];
        if (label(i).toLowerCase().includes(search.needle) || (own !== null && own.toLowerCase().includes(search.needle))) {
          search.hits[i] = 1;
        }
      }
    }
    if (search.at < data.n) {
      setTimeout(() => findOn(run));
      if (performance.now() - search.drawn < 200) {
        return;
      }
    }
    search.drawn = performance.now();
    filter();
  }

  // The names that may be chosen, the most frequent first.
  function drawNames() {
    const counts = new Map();
    for (let i = 0; i < data.n; i++) {
      if (!isAnswer(i)) {
        for (const k of [data.name[i], data.tag[i]]) {
          if (k >= 0) {
            counts.set(k, (counts.get(k) ?? 0) + 1);
          }
        }
      }
    }
    const was = controls.name.value;
    const options = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 300);
    controls.name.replaceChildren(
      new Option("all names", ""),
      ...options.map(([k, n]) => new Option(`${data.names[k]} (${n.toLocaleString("en")})`, String(k))),
    );
    controls.name.value = options.some(([k]) => String(k) === was) ? was : "";
  }

  // The faults.

  const PAGE = 200;
  let faultPage = 0;

  function drawFaults() {
    const pane = byId("pane-faults");
    const n = data.faults.length;
    const wrong = data.faults.filter((f) => !f.advice).length;
    byId("tab-n").textContent = n.toLocaleString("en");
    byId("n-faults").textContent = wrong.toLocaleString("en");
    byId("n-unknown").textContent = data.unknown.size.toLocaleString("en");
    if (n === 0) {
      pane.replaceChildren(make("p", "none", "verify finds no fault in this recording."));
      return;
    }
    faultPage = Math.min(faultPage, Math.floor((n - 1) / PAGE));
    const items = make("ol", "findings");
    items.start = faultPage * PAGE + 1;
    for (const f of data.faults.slice(faultPage * PAGE, (faultPage + 1) * PAGE)) {
      items.append(faultItem(f, -1));
    }
    pane.replaceChildren(make("h2", "", `${plural(wrong, "fault")}${n > wrong ? `, ${n - wrong} of advice` : ""}`), items);
    if (n > PAGE) {
      const turn = (by) => () => {
        faultPage += by;
        drawFaults();
        pane.scrollTop = 0;
      };
      const bar = make("p", "pages");
      const before = press("before", turn(-1));
      const after = press("after", turn(1));
      before.disabled = faultPage === 0;
      after.disabled = (faultPage + 1) * PAGE >= n;
      bar.append(before, ` ${faultPage * PAGE + 1}–${Math.min(n, (faultPage + 1) * PAGE)} of ${n.toLocaleString("en")} `, after);
      pane.append(bar);
    }
  }

  // The summary: what was called how often, how long the answers took, and what was not seen.

  function drawSummary() {
    const pane = byId("pane-summary");
    const calls = new Map();
    const timed = data.time.some((t) => t >= 0);
    for (let i = 0; i < data.n; i++) {
      if (isAnswer(i)) {
        continue;
      }
      const name = label(i) || KINDS[data.kind[i]];
      const c = calls.get(name) ?? { n: 0, errors: 0, waits: [], bytes: 0 };
      c.n++;
      c.bytes += data.size[i];
      const a = data.kind[i] === KIND.request ? data.answer[i] : -1;
      if (a >= 0) {
        c.errors += data.kind[a] === KIND.error ? 1 : 0;
        if (data.wait(i) >= 0) {
          c.waits.push(data.wait(i));
        }
      }
      calls.set(name, c);
    }
    const rows = [...calls].sort((a, b) => b[1].n - a[1].n).slice(0, 200);
    const table = make("table", "numbers");
    const heads = ["name", "times", "bytes", "errors", ...(timed ? ["median", "longest"] : [])];
    table.append(make("thead", "", make("tr", "", ...heads.map((h) => Object.assign(make("th", "", h), { scope: "col" })))));
    const body = make("tbody", "");
    for (const [name, c] of rows) {
      c.waits.sort((a, b) => a - b);
      const first = Object.assign(make("th", "", make("code", "", name)), { scope: "row" });
      const half = (c.waits.length - 1) / 2;
      const median = (c.waits[Math.floor(half)] + c.waits[Math.ceil(half)]) / 2;
      const cells = [c.n.toLocaleString("en"), bytes(c.bytes), c.errors || ""];
      if (timed) {
        cells.push(c.waits.length ? span(median) : "", c.waits.length ? span(c.waits.at(-1)) : "");
      }
      body.append(make("tr", "", first, ...cells.map((x) => make("td", "", String(x)))));
    }
    table.append(body);
    const scroll = make("div", "scroll", table);
    scroll.tabIndex = 0;
    scroll.setAttribute("role", "region");
    scroll.setAttribute("aria-label", "What was sent how often");
    pane.replaceChildren(make("h2", "", "What was sent"), scroll);
    for (const c of result?.coverage ?? []) {
      const seen = Object.keys(c.seen).length;
      const p = make("p", "cover", make("b", "", `${c.of}: `), `${seen} of ${c.declared} seen`);
      if (c.missing?.length) {
        p.append("; not seen: ", make("span", "dim", c.missing.join(", ")));
      }
      const odd = Object.entries(c.undeclared ?? {});
      if (odd.length > 0) {
        p.append("; not declared: ", make("span", "loss", odd.slice(0, 50).map(([name, n]) => `${name} (${n})`).join(", ")));
      }
      pane.append(p);
    }
  }

  function drawCounts() {
    const calls = data.kind.reduce((n, k) => n + (k === KIND.request ? 1 : 0), 0);
    const wrong = data.faults.filter((f) => !f.advice).length;
    const box = byId("counts");
    const chip = (level, n, text) => make("span", `chip ${level}`, make("b", "", n.toLocaleString("en")), ` ${text}`);
    box.replaceChildren(
      chip("", data.n, data.n === 1 ? "message" : "messages"),
      chip("", calls, calls === 1 ? "call" : "calls"),
      wrong > 0 ? chip("break", wrong, wrong === 1 ? "fault" : "faults") : make("span", "chip ok", "no fault"),
    );
    if (data.faults.length > wrong) {
      box.append(chip("danger", data.faults.length - wrong, "of advice"));
    }
    if (data.unknown.size > 0) {
      box.append(chip("loss", data.unknown.size, "with unknown names"));
    }
    if (result?.version) {
      box.append(make("span", "chip", `version ${result.version}`));
    }
  }

  // The timeline: the largest message of each side and the longest answer at each place.

  const PLACES = 500;
  let places = null; // the first entry of each place
  let placeOf = null;

  function drawTimeline() {
    const svg = byId("plot");
    const n = data.n;
    byId("timeline").hidden = n < 2;
    const timed = n > 0 && data.time.every((t, i) => t >= 0 && (i === 0 || t >= data.time[i - 1])) && data.time[n - 1] > 0;
    const count = Math.min(PLACES, timed ? Math.max(4 * n, 60) : n); // bars of a width that is seen
    placeOf = (i) => (timed ? Math.min(count - 1, Math.floor((data.time[i] / data.time[n - 1]) * count)) : Math.floor((i / n) * count));
    const size = [new Float64Array(count), new Float64Array(count)];
    const wait = new Float64Array(count);
    const wrong = new Uint8Array(count);
    places = new Int32Array(count).fill(-1);
    let most = 1;
    let longest = 0;
    for (let i = 0; i < n; i++) {
      const p = placeOf(i);
      if (places[p] < 0) {
        places[p] = i;
      }
      const side = data.side[i] === 1 ? 1 : 0;
      size[side][p] = Math.max(size[side][p], data.size[i]);
      most = Math.max(most, data.size[i]);
      if (isAnswer(i)) {
        wait[p] = Math.max(wait[p], data.wait(i));
        longest = Math.max(longest, wait[p]);
      }
      if (isFaulty(i)) {
        wrong[p] = 1;
      }
    }
    for (let p = 0, last = 0; p < count; p++) {
      last = places[p] < 0 ? last : places[p];
      places[p] = last;
    }
    const wide = 1000 / count;
    const scale = (v) => (v <= 0 ? 0 : 2 + (22 * Math.log(1 + v)) / Math.log(1 + most));
    const path = (className, heights) => {
      let d = "";
      for (let p = 0; p < count; p++) {
        const [from, to] = heights(p);
        if (to > from) {
          d += `M${(p * wide).toFixed(1)} ${from.toFixed(1)}h${Math.max(wide * 0.8, 1).toFixed(1)}V${to.toFixed(1)}h${(-Math.max(wide * 0.8, 1)).toFixed(1)}z`;
        }
      }
      const e = document.createElementNS("http://www.w3.org/2000/svg", "path");
      e.setAttribute("class", className);
      e.setAttribute("d", d);
      return e;
    };
    const view = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    view.id = "window";
    view.setAttribute("y", "0");
    view.setAttribute("height", "70");
    svg.replaceChildren(
      svg.querySelector("title"),
      view,
      path("first", (p) => [26 - scale(size[0][p]), 26]),
      path("second", (p) => [27, 27 + scale(size[1][p])]),
      path("wait", (p) => [68 - (longest > 0 ? (14 * Math.sqrt(wait[p])) / Math.sqrt(longest) : 0), 68]),
      path("bad", (p) => (wrong[p] ? [0, 3] : [0, 0])),
    );
    byId("key-wait").hidden = longest === 0;
    byId("span").textContent = timed ? `${span(data.time[n - 1])} in all, longest answer ${span(longest)}` : "in the order of the messages";
    drawWindow();
  }

  function drawWindow() {
    const view = byId("window");
    if (!view || !places || countShown() === 0) {
      return;
    }
    const { first, count } = list.visible();
    const from = entryAt(Math.min(Math.max(first, 0), countShown() - 1));
    const to = entryAt(Math.min(first + count, countShown() - 1));
    const a = (placeOf(from) / places.length) * 1000;
    const b = ((placeOf(to) + 1) / places.length) * 1000;
    view.setAttribute("x", a.toFixed(1));
    view.setAttribute("width", Math.max(b - a, 3).toFixed(1));
  }

  byId("plot").addEventListener("click", (e) => {
    const box = byId("plot").getBoundingClientRect();
    const p = Math.floor(((e.clientX - box.left) / box.width) * places.length);
    select(places[Math.min(Math.max(p, 0), places.length - 1)]);
    byId("list").focus({ preventScroll: true });
  });

  // Tabs.

  const tabs = ["message", "faults", "summary"];

  function openTab(name, focus) {
    for (const t of tabs) {
      const tab = byId(`tab-${t}`);
      tab.setAttribute("aria-selected", String(t === name));
      tab.tabIndex = t === name ? 0 : -1;
      byId(`pane-${t}`).hidden = t !== name;
    }
    if (focus) {
      byId(`tab-${name}`).focus();
    }
  }

  for (const t of tabs) {
    byId(`tab-${t}`).addEventListener("click", () => openTab(t));
    byId(`tab-${t}`).addEventListener("keydown", (e) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
      if (by) {
        e.preventDefault();
        e.stopPropagation();
        openTab(tabs[(tabs.indexOf(t) + by + tabs.length) % tabs.length], true);
      }
    });
  }

  // Reading.

  function drawAll() {
    data.order();
    data.lay(TRACKS);
    drawNames();
    drawFaults();
    drawSummary();
    drawCounts();
    drawTimeline();
    filter();
  }

  // follow selects the entry that an anchor names, such as that of the address.
  function follow(name) {
    const [, line, index] = /^#m(\d+)(?:\.(\d+))?$/.exec(name) ?? [];
    if (line === undefined) {
      return false;
    }
    let at = data.atLine(Number(line));
    while (index !== undefined && at < data.n && data.line[at] === Number(line) && data.index.get(at) !== `[${index}]`) {
      at++;
    }
    if (at >= data.n || data.line[at] !== Number(line)) {
      return false;
    }
    select(at, { keepHash: true });
    return true;
  }

  addEventListener("hashchange", () => follow(location.hash));

  function begin() {
    for (const id of ["switches", "filters", "panes"]) {
      byId(id).hidden = false;
    }
    byId("head-time").hidden = false;
    drawMessage();
    openTab("summary");
  }

  function readPage() {
    const columns = document.querySelectorAll("script.columns");
    const texts = document.querySelectorAll("script.texts");
    columns.forEach((c, k) => data.add(JSON.parse(c.textContent), () => texts[k].textContent));
    result = JSON.parse(byId("result").textContent);
    begin();
    drawAll();
    follow(location.hash);
  }

  // A recording that is followed comes as events. start begins anew, and is shown once all
  // that is there has come, so that the reader's place is not lost.
  function readEvents() {
    begin();
    let next = data;
    const events = new EventSource("events");
    const state = (text, level) => {
      const chip = byId("live");
      chip.textContent = text;
      chip.className = `chip ${level}`;
    };
    events.addEventListener("start", () => {
      next = new Entries();
    });
    events.addEventListener("part", (e) => {
      const [columns, texts] = e.data.split("\n");
      next.add(JSON.parse(columns), () => texts);
    });
    events.addEventListener("rest", (e) => {
      const isNew = next !== data;
      const stays = list.atEnd && data.n > 0 && !isNew;
      const was = selected >= 0 ? `#${anchor(selected)}` : location.hash;
      data = next;
      result = JSON.parse(e.data);
      state("following", "ok");
      if (isNew) {
        selected = -1;
        search.hits = null;
      }
      if (search.needle) {
        const hits = new Uint8Array(data.n);
        hits.set(search.hits ?? []);
        search.at = isNew ? 0 : Math.min(search.at, data.n);
        search.hits = hits;
        search.run++;
        findOn(search.run);
      }
      drawAll();
      if (isNew) {
        if (!follow(was)) {
          drawMessage();
        }
      } else if (selected >= 0 && data.kind[selected] === KIND.request) {
        drawMessage(); // its answer may have come
      }
      if (stays) {
        byId("list").scrollTop = byId("list").scrollHeight;
      }
    });
    events.addEventListener("gone", (e) => state(e.data, "danger"));
    events.addEventListener("error", () => state("connection lost", "danger"));
  }

  // Controls.

  for (const b of [controls.faults, controls.unknown]) {
    b.addEventListener("click", () => {
      b.setAttribute("aria-pressed", String(!pressed(b)));
      filtered();
    });
  }
  controls.from.addEventListener("change", filtered);
  controls.name.addEventListener("change", filtered);
  controls.text.addEventListener("input", () => find(controls.text.value));
  byId("reset").addEventListener("click", resetFilters);
  byId("room").addEventListener("click", (e) => {
    const row = e.target.closest(".row");
    if (row) {
      select(Number(row.dataset.i));
    }
  });

  const themes = ["auto", "light", "dark"];
  let theme = 0;

  function setTheme(i) {
    theme = i;
    if (i === 0) {
      delete document.documentElement.dataset.theme;
    } else {
      document.documentElement.dataset.theme = themes[i];
    }
    byId("theme-name").textContent = themes[i];
  }

  function nextTheme() {
    setTheme((theme + 1) % themes.length);
    try {
      localStorage.setItem("wiregen-theme", themes[theme]);
    } catch {
      // A page from a file may have no storage; the choice is then for this page only.
    }
  }

  try {
    setTheme(Math.max(0, themes.indexOf(localStorage.getItem("wiregen-theme"))));
  } catch {
    setTheme(0);
  }
  byId("theme").addEventListener("click", nextTheme);

  const help = byId("help");
  const keys = {
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    PageDown: () => step(list.visible().count - 3),
    PageUp: () => step(3 - list.visible().count),
    g: () => select(entryAt(0) ?? -1),
    G: () => select(entryAt(countShown() - 1) ?? -1),
    Home: () => select(entryAt(0) ?? -1),
    End: () => select(entryAt(countShown() - 1) ?? -1),
    Enter: () => {
      openTab("message");
      (byId("pane-message").querySelector("pre") ?? byId("pane-message")).focus();
    },
    p: () => selected >= 0 && select(pairOf(selected)),
    f: () => stepFault(1),
    F: () => stepFault(-1),
    r: () => {
      raw = !raw;
      drawMessage();
    },
    "/": () => controls.text.focus(),
    t: nextTheme,
    "?": () => help.showModal(),
    Escape: () => {
      if (document.activeElement === controls.text) {
        controls.text.value = "";
        find("");
      }
      byId("list").focus({ preventScroll: true });
    },
  };
  const inList = ["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End", "Enter"];

  addEventListener("keydown", (e) => {
    const act = Object.hasOwn(keys, e.key) && keys[e.key];
    const at = document.activeElement;
    if (!act || help.open || e.ctrlKey || e.metaKey || e.altKey) {
      return;
    }
    if (at === controls.text && e.key === "Enter") {
      e.preventDefault();
      byId("list").focus({ preventScroll: true });
      step(countShown() > 0 && (selected < 0 || entryAt(rank(selected)) !== selected) ? 1 : 0);
      return;
    }
    if (at?.matches("input, select, textarea") && e.key !== "Escape") {
      return;
    }
    if (inList.includes(e.key) && at !== byId("list") && at !== document.body) {
      return; // it is for what has the focus
    }
    e.preventDefault(); // "/" searches in some browsers
    act();
  });
  byId("help-open").addEventListener("click", keys["?"]);

  // A print has the rows from the first that is visible on, as many as are of use on paper.
  const PRINTED = 500;
  addEventListener("beforeprint", () => {
    const first = Math.max(0, list.visible().first);
    const rows = [];
    for (let at = first; at < Math.min(countShown(), first + PRINTED); at++) {
      rows.push(rowOf(entryAt(at), at));
    }
    byId("room").replaceChildren(...rows);
  });
  addEventListener("afterprint", () => list.draw());

  if (head.live) {
    readEvents();
  } else {
    readPage();
  }
})();
