"use strict";
// Light or dark mode: follows the system until the switch is used.
(() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const listeners = [];

  assay.isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  assay.onTheme = (listener) => listeners.push(listener);
  // The value of a colour of the style sheet by its name.
  assay.colour = (name) => getComputedStyle(root).getPropertyValue(`--${name}`).trim();

  const button = assay.make("button", {class: "theme", type: "button"});
  const changed = () => {
    button.textContent = assay.isDark() ? "\u2600 Light" : "\u263e Dark";
    for (const listener of listeners) listener();
  };
  button.addEventListener("click", () => {
    root.dataset.theme = assay.isDark() ? "light" : "dark";
    changed();
  });
  system.addEventListener("change", changed);
  changed();

  // Paper is light. Charts are drawn, so the style sheet alone cannot change them.
  let chosen;
  addEventListener("beforeprint", () => {
    chosen = root.dataset.theme;
    if (!assay.isDark()) return;
    root.dataset.theme = "light";
    changed();
  });
  addEventListener("afterprint", () => {
    if (root.dataset.theme === chosen) return;
    if (chosen === undefined) {
      delete root.dataset.theme;
    } else {
      root.dataset.theme = chosen;
    }
    changed();
  });
  document.querySelector("h1").after(button);
})();
