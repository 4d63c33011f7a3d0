"use strict";
// The samples of a result in order, and a fact of its trials over them.
(() => {
  const results = assay.data.samples;
  const problems = assay.data.problems;
  // What comes first is drawn on top.
  const kinds = [["r", "slowed down, taken again", 5], ["s", "slowed down, used", 4],
                 ["w", "warm-up, not used", 1], [".", "counts", 0]];

  // Room about what may hardly change.
  const around = (values) => {
    const room = 0.05 * Math.max(...values.map(Math.abs), 1);
    return {min: Math.min(...values) - room, max: Math.max(...values) + room};
  };

  assay.figure("samples", "Samples in order", results, (controls) => {
    const where = controls.choice("Result", results.map((result) => {
      const problem = problems[result.problem];
      return `${problem.competitors[result.competitor]}, ${problem.instances[result.instance]}`;
    }));
    const fact = controls.choice("Over it", []);
    const log = controls.toggle("log up", false);
    const factsOf = (result) => [...new Map(result.trials.flatMap((trial) =>
      trial.facts.map(([name, , unit]) => [name, unit])))];
    // Clocks say most of what may be wrong, and are told by their unit.
    const refill = () => {
      const facts = factsOf(results[where.value]);
      fact.fill(["nothing", ...facts.map(([name, unit]) => (unit ? `${name} [${unit}]` : name))],
                1 + facts.findIndex(([, unit]) => /^[kMG]?Hz$/.test(unit)));
    };
    refill();

    return (changed) => {
      if (changed === where.select) refill();
      const result = results[where.value];
      const unit = problems[result.problem].unit;
      const points = [];
      const overlay = [];
      const [name, factUnit] = factsOf(result)[fact.value - 1] ?? [];
      for (const trial of result.trials) {
        const first = points.length;
        trial.values.forEach((y, k) => points.push({
          x: points.length + 1, y, mark: trial.marks[k], name: `trial ${trial.trial}, sample ${k + 1}`}));
        const value = trial.facts.find((one) => one[0] === name)?.[1];
        if (value === undefined || value === null) continue;
        overlay.push({x: first + 0.5, y: value, name: `trial ${trial.trial}`},
                     {x: points.length + 0.5, y: value, name: `trial ${trial.trial}`});
      }
      const datasets = kinds.map(([mark, label, look]) => ({
        label, ...assay.look(look), pointRadius: mark === "." ? 3 : 5, showLine: false,
        data: points.filter((point) => point.mark === mark && point.y !== null)}))
        .filter((set) => set.data.length);
      if (overlay.length) {
        datasets.push({label: name, yAxisID: "fact", data: overlay, showLine: true, ...assay.grey(),
                       pointRadius: 0, pointHitRadius: 6, pointStyle: "line"});
      }
      return {
        type: "scatter",
        data: {datasets},
        options: {
          scales: {
            x: assay.axis({title: "samples, process after process"}),
            y: assay.axis({title: "sample", unit, log: log.on}),
            ...(overlay.length ? {fact: assay.axis({...around(overlay.map((point) => point.y)),
                                                    title: factUnit ? `${name} [${factUnit}]` : name,
                                                    position: "right", grid: {display: false}})} : {}),
          },
          plugins: {tooltip: {callbacks: {
            title: (items) => items[0]?.raw.name ?? "",
            label: (item) => `${item.dataset.label}: ` + (item.dataset.yAxisID === "fact"
              ? assay.format(item.raw.y) : assay.format(item.raw.y, unit)),
          }}},
        },
      };
    };
  });
})();
