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
