"use strict";
// The common part of the page's scripts: its data, and elements that contain only text.
const assay = {
  data: JSON.parse(document.getElementById("data").textContent),

  make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  },

  cut(text, length = 40) {
    return text.length > length ? text.slice(0, length - 1) + "\u2026" : text;
  },

  // A number with four significant digits and its unit: "9.214 ms", "33.3 Tflop/s".
  format(value, unit = "") {
    if (value === null || value === undefined) return "unbounded";
    if (value === 0) return `0 ${unit}`.trim();
    const prefixes = unit ? [["n", 1e-9], ["u", 1e-6], ["m", 1e-3], ["", 1], ["k", 1e3], ["M", 1e6],
                             ["G", 1e9], ["T", 1e12]] : [["", 1]];
    // Seconds get no prefix above 1: there are no kiloseconds.
    const fitting = prefixes.filter(([name, factor]) =>
      Math.abs(value) >= 0.99995 * factor && !(unit === "s" && factor > 1));
    const [prefix, factor] = fitting.length ? fitting[fitting.length - 1] : prefixes[0];
    return `${Number((value / factor).toPrecision(4))} ${prefix}${unit}`.trim();
  },
};
document.querySelector(".unscripted")?.remove();
