"use strict";
// The samples of a result in order, overlaid with the device's clock or a fact of its trials.
(() => {
  const results = assay.data.samples;
  const problems = assay.data.problems;
  // The kinds of samples; the first one is drawn on top.
  const kinds = [["r", "slowed down, taken again", 5], ["s", "slowed down, used", 4],
                 ["w", "warm-up, not used", 1], [".", "counts", 0]];

  // A range with room around values that may hardly change.
  const around = (values) => {
    const room = 0.05 * Math.max(...values.map(Math.abs), 1);
    return {min: Math.min(...values) - room, max: Math.max(...values) + room};
  };

  // An overlay over the samples: its title, its look, and its points for a trial whose first sample
  // is at `first`.
  const clock = {
    title: "device's clock", unit: "MHz",
    look: () => ({...assay.look(1), pointStyle: "rectRot", pointRadius: 4, borderDash: [6, 3]}),
    // The last point separates the line from that of the next trial.
    points: (trial, first) => (trial.clocks ?? []).map(([place, y]) =>
      ({x: first + place, y, name: `trial ${trial.trial}, after sample ${place + 1}`}))
      .concat({x: first + trial.values.length - 0.5, y: null}),
  };
  const factNamed = ([title, unit]) => ({
    title, unit,
    look: () => ({...assay.grey(), pointRadius: 0, pointHitRadius: 6, pointStyle: "line"}),
    points: (trial, first) => {
      const y = trial.facts.find(([name]) => name === title)?.[1] ?? null;
      const name = `trial ${trial.trial}`;
      return y === null ? [] : [{x: first - 0.5, y, name}, {x: first + trial.values.length - 0.5, y, name}];
    },
  });
  const overlaysOf = (result) => [
    ...(result.trials.some((trial) => trial.clocks) ? [clock] : []),
    ...[...new Map(result.trials.flatMap((trial) =>
      trial.facts.map(([name, , unit]) => [name, unit])))].map(factNamed)];
  const titleOf = ({title, unit}) => (unit ? `${title} [${unit}]` : title);

  // The overlay that is chosen first. Clocks reveal most of what may be wrong. If the clock after
  // the samples never changes, facts say as much in one number per trial; facts that are clocks are
  // recognised by their unit.
  const firstChoice = (result, overlays) => {
    const seen = new Set(result.trials.flatMap((trial) => (trial.clocks ?? []).map(([, mhz]) => mhz)));
    return overlays.findIndex((one) =>
      (seen.size > 1 ? one === clock : one !== clock && /^[kMG]?Hz$/.test(one.unit)));
  };

  assay.figure("samples", "Samples in order", results, (controls) => {
    const where = controls.choice("Result", results.map((result) => {
      const problem = problems[result.problem];
      return `${problem.competitors[result.competitor]}, ${problem.instances[result.instance]}`;
    }));
    const over = controls.choice("Drawn over them", []);
    const log = controls.toggle("log y axis", false);
    const refill = () => {
      const result = results[where.value];
      const overlays = overlaysOf(result);
      over.fill(["nothing", ...overlays.map(titleOf)], 1 + firstChoice(result, overlays));
    };
    refill();

    return (changed) => {
      if (changed === where.select) refill();
      const result = results[where.value];
      const unit = problems[result.problem].unit;
      const points = [];
      const overlay = overlaysOf(result)[over.value - 1];
      const line = [];
      for (const trial of result.trials) {
        line.push(...(overlay?.points(trial, points.length + 1) ?? []));
        trial.values.forEach((y, k) => points.push({
          x: points.length + 1, y, mark: trial.marks[k], name: `trial ${trial.trial}, sample ${k + 1}`}));
      }
      const datasets = kinds.map(([mark, label, look]) => ({
        label, ...assay.look(look), pointRadius: mark === "." ? 3 : 5, showLine: false,
        data: points.filter((point) => point.mark === mark && point.y !== null)}))
        .filter((set) => set.data.length);
      const heights = line.map((point) => point.y).filter((y) => y !== null);
      if (heights.length) {
        datasets.push({label: overlay.title, yAxisID: "over", data: line, showLine: true,
                       ...overlay.look()});
      }
      return {
        type: "scatter",
        data: {datasets},
        options: {
          scales: {
            x: assay.axis({title: "samples, process after process"}),
            y: assay.axis({title: "sample", unit, log: log.on}),
            ...(heights.length ? {over: assay.axis({...around(heights), title: titleOf(overlay),
                                                    position: "right", grid: {display: false}})} : {}),
          },
          plugins: {tooltip: {callbacks: {
            title: (items) => items[0]?.raw.name ?? "",
            label: (item) => `${item.dataset.label}: ` + (item.dataset.yAxisID === "over"
              ? assay.format(item.raw.y) : assay.format(item.raw.y, unit)),
          }}},
        },
      };
    };
  });
})();
