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

// The address may have followed an earlier selection since the link was.
addEventListener("hashchange", (e) => {
  const hash = e.newURL.slice(e.newURL.indexOf("#"));
  if (follow(hash) && location.hash !== hash) {
    history.replaceState(null, "", hash);
  }
});

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
      list.end();
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
  t: () => byId("theme-switch").click(),
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
