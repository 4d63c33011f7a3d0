"use strict";
// Tables that sort and copy, and a matrix that is walked with the arrow keys and shows hints.
(() => {
  const exact = (cell) => cell.dataset.value ?? cell.textContent;

  function keyOf(cell) {
    if (cell.dataset.value === undefined) return cell.textContent;
    return cell.dataset.value === "unbounded" ? Infinity : Number(cell.dataset.value);
  }

  // Orders numbers before texts; empty cells come last in either direction.
  function compare(a, b, sign) {
    if (a === "" || b === "") return (a === "") - (b === "");
    if (typeof a === "number" && typeof b === "number") return a === b ? 0 : sign * (a < b ? -1 : 1);
    if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
    return sign * a.localeCompare(b, "en", {numeric: true});
  }

  function sort(table, column) {
    const heads = [...table.tHead.rows[0].cells];
    const ascending = heads[column].getAttribute("aria-sort") !== "ascending";
    for (const head of heads) head.removeAttribute("aria-sort");
    heads[column].setAttribute("aria-sort", ascending ? "ascending" : "descending");
    const rows = [...table.tBodies[0].rows].map((row) => [keyOf(row.cells[column]), row]);
    rows.sort((a, b) => compare(a[0], b[0], ascending ? 1 : -1));
    table.tBodies[0].append(...rows.map(([, row]) => row));
  }

  const field = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

  assay.csv = (table) =>
    [...table.rows].map((row) =>
      [...row.cells].map((cell) => field(cell.tagName === "TH" ? cell.innerText.trim() : exact(cell)))
        .join(",")).join("\r\n");

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {  // without permission, use the older way of copying
      const area = assay.make("textarea", {}, text);
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  }

  function copyButton(table) {
    const button = assay.make("button", {type: "button"}, "Copy as CSV");
    button.addEventListener("click", async () => {
      await copy(assay.csv(table));
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy as CSV"), 1500);
    });
    return button;
  }

  function enliven(table) {
    if (table.dataset.live) return;
    table.dataset.live = "yes";
    const heads = table.matches(".sortable") ? [...table.tHead.rows[0].cells] : [];
    heads.forEach((head, column) => {
      const button = assay.make("button", {type: "button"}, head.textContent);
      button.addEventListener("click", () => sort(table, column));
      head.replaceChildren(button);
    });
    table.caption.append(copyButton(table));
  }

  // Makes tables interactive. Folded parts hold many tables, so each becomes interactive when it is
  // shown.
  const enlivenWithin = (root) => {
    for (const table of root.querySelectorAll("table")) {
      const folded = table.closest("details:not([open])");
      if (!folded || folded === root.closest("details:not([open])")) enliven(table);
    }
  };
  enlivenWithin(document.body);
  document.addEventListener("toggle", (event) => {
    if (event.target.open) enlivenWithin(event.target);
  }, true);

  const hint = assay.make("div", {class: "hint", role: "tooltip", id: "hint", hidden: ""});
  document.body.append(hint);

  function showHint(cell) {    cell.dataset.hint ??= cell.title;
    cell.removeAttribute("title");  // so that the browser does not show a second hint
cell.setAttribute("aria-describedby", "hint");
    hint.textContent = cell.dataset.hint;
    hint.hidden = false;
    const box = cell.getBoundingClientRect();
    const own = hint.getBoundingClientRect();
    const below = box.bottom + 6 + own.height < innerHeight;
    hint.style.top = `${below ? box.bottom + 6 : box.top - own.height - 6}px`;
    hint.style.left = `${Math.max(4, Math.min(box.left, innerWidth - own.width - 4))}px`;
  }
  const hideHint = () => (hint.hidden = true);
  const hinted = (event) => event.target.closest?.(".cell");
  for (const type of ["mouseover", "focusin"]) {
    document.addEventListener(type, (event) => (hinted(event) ? showHint(hinted(event)) : hideHint()));
  }
  document.addEventListener("focusout", hideHint);
  document.addEventListener("scroll", hideHint, true);

  // The next cell in the direction of an arrow key. The tab key stops at only one cell of a matrix.
  function neighbour(cell, key) {
    const row = cell.parentElement;
    const beside = (r) => r?.cells[cell.cellIndex];
    switch (key) {
      case "ArrowLeft": return cell.previousElementSibling;
      case "ArrowRight": return cell.nextElementSibling;
      case "ArrowUp": return beside(row.previousElementSibling);
      case "ArrowDown": return beside(row.nextElementSibling);
      default: return null;
    }
  }
  for (const matrix of document.querySelectorAll("table.matrix")) {
    const cells = matrix.querySelectorAll(".cell");
    cells.forEach((cell, k) => (cell.tabIndex = k === 0 ? 0 : -1));
    matrix.addEventListener("keydown", (event) => {
      if (event.key === "Escape") hideHint();
      const from = hinted(event);
      const next = from && neighbour(from, event.key);
      if (!next?.matches(".cell")) return;
      event.preventDefault();
      from.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    });
  }
})();
