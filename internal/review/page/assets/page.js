// The page is complete without this script, which filters findings and listens to keys.
(() => {
  const byId = (id) => document.getElementById(id);
  const findings = [...document.querySelectorAll("article.finding")];
  const sections = [...document.querySelectorAll("section.element")];
  const levels = [...document.querySelectorAll("button.level")];
  const text = byId("text");
  const audience = byId("audience");
  const help = byId("help");
  const forWhom = new Map(findings.map((f) => [f, new Map(f.dataset.for.trim().split(" ").map((w) => w.split(":")))]));
  const words = new Map(findings.map((f) => [f, f.textContent.toLowerCase()]));

  byId("switches").hidden = false;

  // Filters.

  const shown = () => findings.filter((f) => !f.hidden);

  const pressed = (button) => button.getAttribute("aria-pressed") === "true";

  function filter() {
    const wanted = new Set(levels.filter(pressed).map((b) => b.dataset.level));
    const parts = text.value.toLowerCase().split(/\s+/);
    const who = audience.value;
    for (const f of findings) {
      const level = who ? forWhom.get(f).get(who) : f.dataset.level;
      f.hidden = !wanted.has(level) || !parts.every((p) => words.get(f).includes(p));
    }
    for (const s of sections) {
      const own = [...s.querySelectorAll("article.finding")];
      s.hidden = own.length > 0 && own.every((f) => f.hidden);
      const entry = document.querySelector(`.tree li[data-for="${s.id}"]`);
      if (entry) {
        entry.hidden = s.hidden;
      }
    }
    const n = shown().length;
    byId("count").textContent = `${n} of ${findings.length} shown`;
    byId("none").hidden = n > 0 || findings.length === 0;
  }

  function toggle(button) {
    button.setAttribute("aria-pressed", String(!pressed(button)));
    filter();
  }

  function reset() {
    for (const b of levels) {
      b.setAttribute("aria-pressed", "true");
    }
    text.value = "";
    audience.value = "";
    filter();
  }

  if (text) {
    byId("filters").hidden = false;
    byId("filters").addEventListener("submit", (e) => e.preventDefault());
    for (const b of levels) {
      b.addEventListener("click", () => toggle(b));
    }
    text.addEventListener("input", filter);
    audience.addEventListener("change", filter);
    byId("reset").addEventListener("click", reset);
    filter();
  }

  // Places: findings, and the cells of the matrix, which :target shows.

  function follow() {
    const place = byId(decodeURIComponent(location.hash.slice(1)));
    for (const a of document.querySelectorAll(".cells a")) {
      if (place && a.hash === location.hash) {
        a.setAttribute("aria-current", "true");
      } else {
        a.removeAttribute("aria-current");
      }
    }
    if (!place) {
      return;
    }
    if (place.closest("[hidden]")) {
      reset();
    }
    if (place.matches("article.finding, section.cell")) {
      place.focus({ preventScroll: true });
    }
    place.scrollIntoView({ block: place.matches("section.cell") ? "nearest" : "start" });
  }

  // A cell opens beside the matrix, which stays where it is.
  document.querySelector(".cells")?.addEventListener("click", (e) => {
    const a = e.target.closest("a");
    if (a) {
      e.preventDefault();
      const top = scrollY;
      location.hash = a.hash;
      scrollTo(0, top);
    }
  });
  addEventListener("hashchange", follow);
  if (location.hash) {
    follow();
  }

  function step(by) {
    const list = shown();
    const at = document.activeElement?.closest("article.finding");
    let i = list.indexOf(at);
    if (i < 0) {
      // From where the reader looks: the first finding below the top of the window.
      const below = list.findIndex((f) => f.getBoundingClientRect().top > 80);
      const next = below < 0 ? list.length : below;
      i = by > 0 ? next - 1 : next;
    }
    const f = list[i + by];
    if (f) {
      f.focus({ preventScroll: true });
      f.scrollIntoView({ block: "start" });
      history.replaceState(null, "", `#${f.id}`);
    }
  }

  // Keys.

  const keys = {
    j: () => step(1),
    k: () => step(-1),
    "/": () => text?.focus(),
    m: () => byId("matrix")?.scrollIntoView(),
    t: () => byId("theme-switch").click(),
    "?": () => help.showModal(),
    Escape: () => {
      if (document.activeElement === text) {
        text.value = "";
        filter();
        text.blur();
      } else if (document.querySelector(".cell:target")) {
        location.hash = "matrix";
      }
    },
  };
  levels.forEach((b, i) => {
    keys[i + 1] = () => toggle(b);
  });

  addEventListener("keydown", (e) => {
    const typing = e.target.matches?.("input, select, textarea") && e.key !== "Escape";
    const act = Object.hasOwn(keys, e.key) && keys[e.key];
    if (!act || typing || help.open || e.ctrlKey || e.metaKey || e.altKey) {
      return;
    }
    if (e.key !== "Escape") {
      e.preventDefault(); // "/" searches in some browsers
    }
    act();
  });
  byId("help-open").addEventListener("click", keys["?"]);

  // A print shows what is folded, too.

  addEventListener("beforeprint", () => {
    for (const d of document.querySelectorAll("details")) {
      d.open = true;
    }
  });
})();
