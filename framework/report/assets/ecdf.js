"use strict";
// The distribution of the samples of each process: one curve for each, and their median curve.
(() => {
  const results = assay.data.samples;
  const problems = assay.data.problems;
  const steps = 200;  // points of the median curve

  // The samples of a trial that count, ascending.
  const counted = (trial) => trial.values
    .filter((value, k) => value !== null && ".s".includes(trial.marks[k])).sort((a, b) => a - b);

  // A quantile, interpolated linearly between the two neighbouring values, so that the quantile of
  // one half is the median that is reported everywhere else.
  const quantile = (sorted, share) => {
    const place = share * (sorted.length - 1);
    const below = Math.floor(place);
    const above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  };
  const ascending = (values) => [...values].sort((a, b) => a - b);

  const curveOf = (sorted, name) => [{x: sorted[0], y: 0, name},
    ...sorted.map((x, k) => ({x, y: (k + 1) / sorted.length, name}))];
  const medianOf = (processes, name) => Array.from({length: steps + 1}, (_, k) => ({
    x: quantile(ascending(processes.map(({sorted}) => quantile(sorted, k / steps))), 0.5),
    y: k / steps, name}));

  // The curves of a result, the thick one first, since the first one is drawn on top.
  function curvesOf(result, look) {
    const processes = result.trials.map((trial) => ({name: trial.process, sorted: counted(trial)}))
      .filter(({sorted}) => sorted.length);
    if (!processes.length) return [];
    const label = problems[result.problem].competitors[result.competitor];
    const line = {...look, label, showLine: true, pointRadius: 0, pointHoverRadius: 0,
                  pointHitRadius: 5, pointStyle: "line", borderDash: []};
    const name = `median of ${processes.length} process${processes.length === 1 ? "" : "es"}`;
    // With more processes, fainter curves suffice, since many of them must coincide to be seen.
    const alpha = Math.max(0.2, Math.min(0.55, 8 / processes.length));
    return [
      {...line, borderWidth: 3.5, data: medianOf(processes, name)},
      ...processes.map((process) => ({
        ...line, beside: true, stepped: true, borderWidth: 1,
        borderColor: assay.faint(look.borderColor, alpha),
        data: curveOf(process.sorted, process.name)})),
    ];
  }

  // The end of the axis without the tail: a few samples may be many times as large as all others
  // and would squeeze these into a line.
  const bodyEnd = (sorted) => {
    const [low, high] = [quantile(sorted, 0.01), quantile(sorted, 0.95)];
    return Math.min(sorted[sorted.length - 1], high + 0.5 * (high - low));
  };

  assay.figure("ecdf", "Samples by process", results, (controls) => {
    const where = controls.choice("Result", results.map((result) => {
      const problem = problems[result.problem];
      return `${problem.competitors[result.competitor]}, ${problem.instances[result.instance]}`;
    }));
    const all = controls.toggle("with the other variants", false);
    const tails = controls.toggle("with the whole tail", false);
    const log = controls.toggle("log x axis", false);

    return () => {
      const chosen = results[where.value];
      const unit = problems[chosen.problem].unit;
      const beside = results.filter((result) => result === chosen || (all.on &&
        result.problem === chosen.problem && result.instance === chosen.instance));
      const datasets = beside.flatMap((result) => curvesOf(result, assay.look(result.competitor)));
      const sorted = ascending(beside.flatMap((result) => result.trials.flatMap(counted)));
      const end = Math.max(...beside.map((result) => bodyEnd(ascending(result.trials.flatMap(counted)))));
      const beyond = tails.on ? 0 : sorted.filter((value) => value > end).length;
      return {
        type: "scatter",
        data: {datasets},
        note: beyond ? `${beyond} of ${sorted.length} samples lie further to the right, up to ` +
          `${assay.format(sorted[sorted.length - 1], unit)}.` : "",
        options: {
          clip: 0,
          scales: {
            x: assay.axis({title: "sample", unit, log: log.on,
                           min: Math.max(sorted[0] - 0.02 * (end - sorted[0]), sorted[0] / 2),
                           ...(beyond ? {max: end} : {})}),
            y: assay.axis({title: "share of the samples", min: 0, max: 1}),
          },
          plugins: {tooltip: {callbacks: {
            title: (items) => items[0]?.raw.name ?? "",
            label: ({raw, dataset}) => `${assay.cut(dataset.label, 60)}: ` +
              `${(100 * raw.y).toPrecision(3)} % of the samples up to ${assay.format(raw.x, unit)}`,
          }}},
        },
      };
    };
  });
})();
