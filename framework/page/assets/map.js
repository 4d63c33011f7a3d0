"use strict";
// Winners over two features of the instances.
(() => {
  const problems = assay.data.problems;

  // The features of a problem, and the instance itself for want of better.
  assay.features = (problem) => [
    ...problem.features,
    {name: "instance", unit: "", numeric: false, values: problem.instances},
  ];
  assay.featureTitle = (feature) => (feature.unit ? `${feature.name} [${feature.unit}]` : feature.name);
  // Positions that span more than two powers of ten want a logarithm.
  assay.isWide = (values) => {
    const known = values.filter((value) => value !== null);
    return known.length > 0 && Math.min(...known) > 0 && Math.max(...known) > 100 * Math.min(...known);
  };
  assay.featureAxis = (feature, log) => {
    const labels = [...new Set(feature.values.map(String))];
    return assay.axis({title: assay.featureTitle(feature), log: feature.numeric && log,
                       labels: feature.numeric ? null : labels});
  };
  assay.placeOn = (feature, k) => (feature.numeric ? feature.values[k] : String(feature.values[k]));

  assay.figure("map", "Winners over two features", problems.length ? problems : null, (controls) => {
    const which = controls.choice("Problem", problems.map((problem) => problem.label));
    const across = controls.choice("Across", []);
    const up = controls.choice("Up", []);
    const refill = () => {
      const names = assay.features(problems[which.value]).map(assay.featureTitle);
      across.fill(names, 0);
      up.fill(names, Math.min(1, names.length - 1));
    };
    refill();

    return (changed) => {
      if (changed === which.select) refill();
      const problem = problems[which.value];
      const features = assay.features(problem);
      const [x, y] = [features[across.value], features[up.value]];
      const groups = new Map();  // by competitor; null: no clear winner
      problem.instances.forEach((name, k) => {
        if (x.values[k] === null || y.values[k] === null) return;
        const {verdict, competitor} = problem.winners[k];
        const clear = verdict === "winner" || verdict === "only";
        const winner = clear ? competitor : null;
        if (!groups.has(winner)) groups.set(winner, []);
        groups.get(winner).push({x: assay.placeOn(x, k), y: assay.placeOn(y, k), name, verdict});
      });
      const datasets = [...groups].sort((a, b) => (a[0] ?? 1e9) - (b[0] ?? 1e9)).map(([winner, data]) => ({
        label: winner === null ? "no clear winner" : problem.competitors[winner],
        data,
        ...(winner === null ? assay.grey() : assay.look(winner)),
        pointRadius: 8,
        pointHoverRadius: 11,
      }));
      const places = datasets.flatMap((set) => set.data.map((point) => `${point.x}|${point.y}`));
      const hidden = places.length - new Set(places).size;
      return {
        type: "scatter",
        data: {datasets},
        note: hidden ? `${hidden} instances lie under others: other features tell them apart.` : "",
        options: {
          scales: {x: assay.featureAxis(x, x.numeric && assay.isWide(x.values)),
                   y: assay.featureAxis(y, y.numeric && assay.isWide(y.values))},
          plugins: {tooltip: {callbacks: {
            title: (items) => assay.cut(items[0]?.raw.name ?? "", 120),
            label: (item) => `${item.dataset.label} (${item.raw.verdict})`,
          }}},
        },
      };
    };
  });
})();
