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
