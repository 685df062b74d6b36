"use strict";
// The theme: that of the system, or the one that was chosen on a page of this kind.
(() => {
  const themes = ["auto", "light", "dark"];
  const root = document.documentElement;
  let theme = 0;

  function setTheme(i) {
    theme = i;
    if (i === 0) {
      delete root.dataset.theme;
    } else {
      root.dataset.theme = themes[i];
    }
    document.getElementById("theme-name").textContent = themes[i];
  }

  document.getElementById("theme-switch").addEventListener("click", () => {
    setTheme((theme + 1) % themes.length);
    try {
      localStorage.setItem("wiregen-theme", themes[theme]);
    } catch {
      // A page from a file may have no storage; the choice is then for this page only.
    }
  });
  try {
    setTheme(Math.max(0, themes.indexOf(localStorage.getItem("wiregen-theme"))));
  } catch {
    setTheme(0);
  }
})();
