// The page is complete without this script, which searches, switches and copies.
(() => {
  const byId = (id) => document.getElementById(id);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const root = document.documentElement;

  root.classList.add("scripted");
  for (const e of all(".js")) {
    e.hidden = false;
  }

  // The version: what is newer is marked, in words as well.

  const version = byId("at-version");

  const element = (name, className, text) => {
    const e = document.createElement(name);
    e.className = className;
    e.textContent = text;
    return e;
  };

  function setVersion() {
    const at = Number(version.value);
    const name = version.selectedOptions[0].textContent;
    for (const e of all(".not-there")) {
      e.remove();
    }
    for (const e of all("[data-v]")) {
      const newer = Number(e.dataset.v) > at;
      e.classList.toggle("newer", newer);
      if (newer) {
        const place = e.querySelector("h3, th") ?? e;
        place.append(" ", element("span", place === e ? "not-there hide" : "not-there chip danger", `not in ${name}`));
      }
    }
  }

  version?.addEventListener("change", setVersion);

  // The role: whether the reader's side sends something or handles it.

  const role = byId("as-role");

  function setRole() {
    root.dataset.role = role.value;
    for (const e of all(".you")) {
      e.remove();
    }
    if (role.value === "") {
      return;
    }
    for (const e of all("article[data-f]")) {
      const both = e.dataset.f === "2";
      const sends = e.dataset.f === role.value;
      const words = both ? "you send and receive" : sends ? "you send" : "you receive";
      e.querySelector("h3").append(" ", element("span", "you chip", words));
    }
  }

  role?.addEventListener("change", setRole);

  // Examples: one language for all of them, and what is copied.

  function setLanguage(language, button) {
    const before = button.getBoundingClientRect().top;
    for (const figure of all("figure")) {
      const own = figure.querySelector(`pre[data-l="${CSS.escape(language)}"]`) ?? figure.querySelector("pre");
      for (const pre of all("pre", figure)) {
        pre.hidden = pre !== own;
      }
      for (const b of all("button[data-l]", figure)) {
        b.setAttribute("aria-pressed", String(b.dataset.l === (own.dataset.l ?? "JSON")));
      }
    }
    scrollBy(0, button.getBoundingClientRect().top - before); // the button stays where it is
  }

  // An example gets its buttons when it is about to be seen.
  const button = (text, className) => Object.assign(element("button", className, text), { type: "button" });
  const examples = new IntersectionObserver(
    (list) => {
      for (const { target, isIntersecting } of list) {
        if (isIntersecting) {
          examples.unobserve(target);
          equip(target);
        }
      }
    },
    { rootMargin: "400px" },
  );

  function equip(figure) {
    const pres = all("pre", figure);
    const caption = figure.querySelector("figcaption");
    for (const pre of pres) {
      pre.tabIndex = 0; // it may be wider than the page
    }
    if (pres.length > 1) {
      const tabs = element("span", "tabs", "");
      for (const pre of pres) {
        const b = button(pre.dataset.l ?? "JSON", "");
        b.dataset.l = b.textContent;
        b.setAttribute("aria-pressed", String(!pre.hidden));
        tabs.append(b);
      }
      caption.append(tabs);
    }
    caption.append(button("Copy", "copy"));
  }

  for (const e of all("figure")) {
    examples.observe(e);
  }

  // compact is JSON on one line; its tokens stay as they are.
  const compact = (text) => text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string) => string ?? "");

  async function copy(button) {
    const pre = all("pre", button.closest("figure")).find((p) => !p.hidden);
    const text = pre.dataset.l ? pre.textContent : compact(pre.textContent);
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(pre); // without the right to copy, it is ready for the keys
      button.textContent = "Selected";
    }
    setTimeout(() => {
      button.textContent = "Copy";
    }, 1500);
  }

  document.addEventListener("click", (e) => {
    const button = e.target.closest?.("figure button");
    if (button?.classList.contains("copy")) {
      copy(button);
    } else if (button) {
      setLanguage(button.dataset.l, button);
    }
  });

  // The list of contents: on a narrow page it opens, on a wide one it follows.

  const nav = byId("contents-list");
  const menu = byId("menu-open");

  let place = 0; // where the reader was

  function setMenu(open) {
    if (open) {
      place = scrollY;
    }
    root.classList.toggle("menu", open);
    menu.setAttribute("aria-expanded", String(open));
    scrollTo(0, open ? 0 : place);
  }

  menu.addEventListener("click", () => setMenu(!root.classList.contains("menu")));
  nav.addEventListener("click", (e) => {
    if (e.target.closest("a") && root.classList.contains("menu")) {
      setMenu(false);
    }
  });

  const entries = new Map(all("a", nav).map((a) => [decodeURIComponent(a.hash.slice(1)), a]));
  let current = null;
  const seen = new IntersectionObserver(
    (list) => {
      const at = list.find((x) => x.isIntersecting);
      const a = at && entries.get(at.target.id);
      if (!a) {
        return;
      }
      current?.removeAttribute("aria-current");
      a.setAttribute("aria-current", "true");
      current = a;
      const box = nav.getBoundingClientRect();
      const own = a.getBoundingClientRect();
      if (getComputedStyle(nav).position === "sticky" && (own.top < box.top || own.bottom > box.bottom)) {
        nav.scrollTop += own.top - box.top - box.height / 3;
      }
    },
    { rootMargin: "-15% 0px -80% 0px" },
  );
  for (const e of all("article")) {
    seen.observe(e);
  }

  // The search. Its index is made when it is wanted.

  const text = byId("search-text");
  const hits = byId("search-hits");
  const most = 40;
  let index = null;

  function makeIndex() {
    const own = (e) => [e.matches("tr") ? e.querySelector("th").firstChild.data.trim().replace(/^"|"$/g, "") : e.matches("div, tbody") ? e.id : e.querySelector("h2, h3").firstElementChild.textContent, e];
    const list = [...all("section, article").map(own), ...all("tr[id], article > div[id], tbody[id]").map(own)];
    return list.map(([name, e]) => {
      const owner = e.matches("tr, div") ? e.parentElement.closest("div[id], article")?.id ?? "" : "";
      const words = e.matches("article") ? all(":scope > p, :scope > ul, dt, dd", e) : e.matches("section") ? all(":scope > p", e) : e.matches("tr") ? all("td", e) : [];
      const about = words.map((w) => w.textContent).join(" ").replace(/\s+/g, " ");
      const full = owner === "" ? name : `${owner}.${name}`;
      const id = decodeURIComponent(e.id.replace(/~(?=[0-9A-F]{2})/g, "%")); // the name in the spec: that of an integer does not have its own cell
      return { id: e.id, full, lower: [name, full, id, e.id].map((n) => n.toLowerCase()), exact: [name, full, id, e.id], about, words: about.toLowerCase() };
    });
  }

  // rank is how well an element fits what is searched, the least first; −1: not at all.
  function rank(x, wanted, parts) {
    const same = x.exact.lastIndexOf(wanted.whole);
    if (same >= 0) {
      return same === 0 && x.full !== wanted.whole ? 1 : 0;
    }
    if (x.lower.includes(wanted.lower)) {
      return 2;
    }
    if (x.lower.some((n) => n.startsWith(wanted.lower))) {
      return 3;
    }
    if (x.lower.some((n) => n.includes(wanted.lower))) {
      return 4;
    }
    return parts.every((p) => x.lower.some((n) => n.includes(p)) || x.words.includes(p)) ? 5 : -1;
  }

  function search() {
    const whole = text.value.trim();
    hits.hidden = whole === "";
    const list = hits.querySelector("ul");
    list.replaceChildren();
    if (whole === "") {
      return;
    }
    index ??= makeIndex();
    const wanted = { whole, lower: whole.toLowerCase() };
    const parts = wanted.lower.split(/\s+/);
    const found = index.map((x) => [rank(x, wanted, parts), x]).filter(([r]) => r >= 0);
    found.sort(([a], [b]) => a - b);
    byId("search-count").textContent = found.length === 0 ? "Nothing was found." : found.length > most ? `${found.length} found, the first ${most} are shown` : `${found.length} found`;
    for (const [, x] of found.slice(0, most)) {
      const a = element("a", "", "");
      a.href = `#${encodeURIComponent(x.id)}`;
      a.append(element("code", "", x.full));
      a.append(element("span", "", x.about));
      const li = document.createElement("li");
      li.append(a);
      list.append(li);
    }
  }

  function leave() {
    text.value = "";
    search();
  }

  function move(by) {
    const list = [text, ...all("a", hits)];
    const at = list.indexOf(document.activeElement);
    list[Math.min(list.length - 1, Math.max(0, at + by))]?.focus();
  }

  text.addEventListener("input", search);
  hits.addEventListener("click", (e) => {
    if (e.target.closest("a")) {
      leave();
      if (root.classList.contains("menu")) {
        setMenu(false);
      }
    }
  });
  document.addEventListener("click", (e) => {
    if (!e.target.closest?.("search")) {
      hits.hidden = true;
    }
  });
  document.addEventListener("keydown", (e) => {
    const searching = document.activeElement?.closest("search");
    if (e.key === "/" && !document.activeElement?.matches("input, select, textarea") && !e.ctrlKey && !e.metaKey) {
      if (getComputedStyle(menu).display !== "none") {
        setMenu(true); // the search is in it
      }
      text.focus();
      text.select();
    } else if (!searching) {
      return;
    } else if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      move(e.key === "ArrowDown" ? 1 : -1);
    } else if (e.key === "Escape") {
      leave();
      text.blur();
    } else if (e.key === "Enter" && document.activeElement === text) {
      hits.querySelector("a")?.click();
    } else {
      return;
    }
    e.preventDefault();
  });
})();
