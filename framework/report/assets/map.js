"use strict";
// Winners over two features of the instances.
(() => {
  const problems = assay.data.problems;

  // The features of a problem, and the instance itself as a last resort.
  assay.features = (problem) => [
    ...problem.features,
    {name: "instance", unit: "", numeric: false, values: problem.instances},
  ];
  assay.featureTitle = (feature) => (feature.unit ? `${feature.name} [${feature.unit}]` : feature.name);
  // Whether numbers span so much that they need a logarithmic axis.
  assay.isWide = (values, ratio = 100) => {
    const known = values.filter((value) => value !== null);
    const least = Math.min(...known);
    return known.length > 0 && least > 0 && Math.max(...known) > ratio * least;
  };
  assay.featureAxis = (feature, log) => {
    const title = assay.featureTitle(feature);
    return feature.numeric ? assay.axis({title, log}) : assay.axis({title, texts: textsOf(feature)});
  };
  // The position of the k-th instance; on an axis of texts, shifted by `aside`.
  assay.placeOn = (feature, k, aside = 0) => (feature.numeric
    ? feature.values[k] : textsOf(feature).indexOf(String(feature.values[k])) + aside);
  const textsOf = (feature) => [...new Set(feature.values.map(String))];

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
        const {verdict, competitor, tied} = problem.winners[k];
        const clear = verdict === "winner" || verdict === "only";
        const winner = clear ? competitor : null;
        if (!groups.has(winner)) groups.set(winner, []);
        groups.get(winner).push({x: assay.placeOn(x, k), y: assay.placeOn(y, k), name,
          verdict: [verdict, ...tied.length ? [[competitor, ...tied].map((c) => problem.competitors[c]).join(" \u2248 ")] : []].join(": ")});
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
        note: hidden ? `${hidden} instances are hidden under others: choose features that separate them.` : "",
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
