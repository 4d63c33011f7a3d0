"use strict";
// The look and the layout of charts: colours with symbols, axes, interval bars, controls.
(() => {
  const light = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];
  const dark = ["#56b4e9", "#e69f00", "#3fc39a", "#e3a1c6", "#d9742b", "#3b8fc4"];
  const shapes = ["circle", "triangle", "rect", "rectRot", "star", "crossRot", "cross"];
  const dashes = [[], [6, 3], [2, 3], [8, 3, 2, 3]];

  // The look of the k-th series: no two of the first 42 share both colour and symbol.
  assay.look = (k) => {
    const colours = assay.isDark() ? dark : light;
    const colour = colours[k % colours.length];
    return {borderColor: colour, backgroundColor: colour, pointStyle: shapes[k % shapes.length],
            borderDash: dashes[Math.floor(k / 2) % dashes.length], borderWidth: 2, pointRadius: 5,
            pointHoverRadius: 8, pointBorderWidth: 2};
  };
  // A colour made transparent, so that what lies under it shows.
  assay.faint = (colour, alpha) =>
    colour + Math.round(255 * alpha).toString(16).padStart(2, "0");
  assay.grey = () => ({borderColor: assay.colour("quiet"), backgroundColor: assay.colour("quiet"),
                       pointStyle: "crossRot", borderWidth: 2, pointRadius: 6});

  // A hatching for the k-th area, so that areas do not differ by colour alone.
  assay.hatch = (k) => {
    const colour = assay.look(k).borderColor;
    const tile = Object.assign(document.createElement("canvas"), {width: 8, height: 8});
    const pen = tile.getContext("2d");
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 8, 8);
    pen.strokeStyle = pen.fillStyle = assay.colour("ground");
    const strokes = [[], [[0, 8, 8, 0]], [[0, 4, 8, 4]], [[0, 0, 8, 8]], [[4, 0, 4, 8]],
                     [[0, 8, 8, 0], [0, 0, 8, 8]]];
    for (const [a, b, c, d] of strokes[k % strokes.length]) {
      pen.beginPath();
      pen.moveTo(a, b);
      pen.lineTo(c, d);
      pen.stroke();
    }
    return pen.createPattern(tile, "repeat");
  };

  // An axis with `texts` at 0, 1, ... of a linear scale, so that there is room next to them.
  const textAxis = (texts) => ({min: -0.5, max: texts.length - 0.5,
    ticks: {color: assay.colour("quiet"), stepSize: 1, autoSkip: true,
            callback: (value) => (texts[value] === undefined ? null : assay.cut(texts[value], 24))}});

  // A linear, logarithmic or category axis. Logarithmic axes label only 1, 2 and 5.
  assay.axis = ({title, unit = "", log = false, labels = null, texts = null, ...more}) => ({
    type: labels ? "category" : log ? "logarithmic" : "linear",
    title: {display: true, text: title, color: assay.colour("ink")},
    grid: {color: assay.colour("line")},
    ...(labels ? {labels, offset: true} : {}),
    ...more,
    ticks: {
      color: assay.colour("quiet"),
      includeBounds: false,
      ...(labels ? {callback(value) { return assay.cut(String(this.getLabelForValue(value)), 24); }} : {
        callback(value) {
          const lead = value / 10 ** Math.floor(Math.log10(Math.abs(value)) + 1e-9);
          const shown = !log || [1, 2, 5].some((digit) => Math.abs(lead - digit) < 1e-6);
          return shown ? assay.format(value, unit) : null;
        },
      }),
    },
    ...(texts ? textAxis(texts) : {}),
  });

  // Draws interval bars for points with `interval: [lower, upper]`; a bar without an upper bound
  // extends beyond the chart.
  const intervals = {
    id: "intervals",
    afterDatasetDraw(chart, {index, meta}) {
      const points = chart.data.datasets[index].data;
      const scale = chart.scales[meta.yAxisID];
      const pen = chart.ctx;
      pen.save();
      pen.strokeStyle = chart.data.datasets[index].borderColor;
      pen.lineWidth = 1.5;
      meta.data.forEach((element, k) => {
        const [lower, upper] = points[k]?.interval ?? [];
        if (lower === undefined || lower === null) return;
        const bottom = Math.min(scale.getPixelForValue(lower), chart.chartArea.bottom);
        const top = upper === null ? chart.chartArea.top : scale.getPixelForValue(upper);
        if (!Number.isFinite(bottom + top)) return;
        pen.beginPath();
        pen.moveTo(element.x, bottom);
        pen.lineTo(element.x, top);
        for (const end of upper === null ? [bottom] : [bottom, top]) {
          pen.moveTo(element.x - 4, end);
          pen.lineTo(element.x + 4, end);
        }
        pen.stroke();
      });
      pen.restore();
    },
  };

  // Datasets with a dot for each of the points' `processes`, [name, value] each. A dot is next to
  // the interval, shifted by multiples of the golden ratio, so that dots of similar values do not
  // overlap and each drawing is the same.
  assay.processDots = (sets) => sets.map((set) => ({
    label: set.label, beside: true, showLine: false, pointStyle: "circle", pointRadius: 2.5,
    pointHoverRadius: 5, pointBorderWidth: 0, backgroundColor: assay.faint(set.borderColor, 0.4),
    data: set.data.flatMap((point) => (point.processes ?? []).map(([name, y], k) => ({
      x: point.x, y, name: `${point.name}, ${name}`, aside: 8 + 9 * ((k * 0.6180339887498949) % 1)}))),
  }));
  // Shifts in pixels are not positions on an axis, so points move once the axes have placed them.
  const asides = {
    id: "asides",
    afterUpdate(chart) {
      chart.data.datasets.forEach((set, index) => {
        if (!set.beside) return;
        chart.getDatasetMeta(index).data.forEach((element, k) => (element.x += set.data[k].aside ?? 0));
      });
    },
  };

  // A dataset with `beside` is shown and hidden with the main dataset and has no entry of its own
  // in the legend.
  const legend = {
    filter: (item, data) => !data.datasets[item.datasetIndex].beside,
    toggle(event, item) {
      const shown = this.chart.isDatasetVisible(item.datasetIndex);
      this.chart.data.datasets.forEach((set, index) => {
        if (index === item.datasetIndex || (set.beside && set.label === item.text)) {
          this.chart.setDatasetVisibility(index, !shown);
        }
      });
      this.chart.update();
    },
  };

  // Drop-down lists and switches; `changed` is called after each change.
  class Controls {
    constructor(place, changed) {
      this.row = assay.make("div", {class: "controls"});
      this.changed = changed;
      place.append(this.row);
    }

    // Adds a list of `texts`, whose values are their indices. Returns an object with the chosen
    // `value` that can be filled again.
    choice(title, texts, first = 0) {
      const select = assay.make("select");
      const label = assay.make("label", {}, title, select);
      this.row.append(label);
      const fill = (entries, chosen = 0) => {
        select.replaceChildren(...entries.map((text, k) =>
          assay.make("option", {value: k}, assay.cut(text, 90))));
        select.value = String(chosen);
        label.hidden = entries.length < 2;
        label.style.display = label.hidden ? "none" : "";
      };
      fill(texts, first);
      select.addEventListener("change", () => this.changed(select));
      return {select, fill, get value() { return Number(select.value); }};
    }

    toggle(title, on) {
      const box = assay.make("input", {type: "checkbox"});
      box.checked = on;
      box.addEventListener("change", () => this.changed(box));
      this.row.append(assay.make("label", {}, box, title));
      return {box, get on() { return box.checked; }};
    }

    // The current choices as text for printing: "Result: a, n=5; log y axis".
    told() {
      return [...this.row.children].filter((label) => !label.hidden).flatMap((label) => {
        const field = label.querySelector("select, input");
        if (field.matches("input")) return field.checked ? [label.textContent] : [];
        const title = label.firstChild.textContent;
        return [`${title}: ${field.selectedOptions[0]?.textContent ?? ""}`];
      }).join("; ");
    }
  }

  function dressed(config) {
    const options = config.options ?? {};
    return {
      ...config,
      plugins: [intervals, asides],
      options: {
        animation: false,
        clip: 12,
        layout: {padding: 6},
        responsive: true,
        maintainAspectRatio: false,
        ...options,
        plugins: {
          ...options.plugins,
          legend: {
            labels: {usePointStyle: true, boxWidth: 8, boxHeight: 8, color: assay.colour("ink"),
                     filter: legend.filter},
            ...(config.type === "scatter" ? {onClick: legend.toggle} : {}),
            ...options.plugins?.legend,
          },
        },
      },
    };
  }

  // Draws the named figure if the page has a place and data for it. `build` receives the controls
  // and returns a function that returns the configuration of the chart for their current state.
  assay.figure = (name, title, data, build) => {
    const place = document.querySelector(`[data-chart="${name}"]`);
    if (!place || !data || typeof Chart === "undefined") return;
    let chart = null;
    const canvas = assay.make("canvas", {role: "img", "aria-label": `${title}; as a table below`});
    const note = assay.make("p", {class: "legend"});
    const printed = assay.make("p", {class: "legend printed"});
    const draw = (changed) => {
      const config = configure(changed);
      chart?.destroy();
      chart = new Chart(canvas, dressed(config));
      note.textContent = config.note ?? "";
      printed.textContent = controls.told();
    };
    const controls = new Controls(place, draw);
    const configure = build(controls);
    place.append(printed, assay.make("div", {class: "drawing"}, canvas), note);
    draw(null);
    // Nothing was chosen, so no choice is reset.
    assay.onTheme(() => draw(undefined));
  };

  const intervalText = (interval, format) =>
    interval ? ` [${format(interval[0])}, ${interval[1] === null ? "unbounded" : format(interval[1])}]` : "";

  // Tooltips with the name of the point, and its value with the interval.
  assay.tooltip = (format) => ({
    callbacks: {
      title: (items) => assay.cut(items[0]?.raw.name ?? items[0]?.label ?? "", 120),
      label: (item) => `${assay.cut(item.dataset.label, 60)}: ${format(item.raw.y ?? item.raw)}` +
        intervalText(item.raw.interval, format),
    },
  });
})();
