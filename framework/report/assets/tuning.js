"use strict";
// The course of the searches and the importance of their parameters.
(() => {
  const searches = assay.data.tuning;
  const problems = assay.data.problems;
  const unit = problems[0]?.unit ?? "s";
  const instanceOf = (search) => problems[search.problem].instances[search.instance];
  const variantOf = (search) => problems[search.problem].competitors[search.competitor];

  assay.figure("tuning", "Best so far", searches, (controls) => {
    const places = [...new Map(searches.map((search) =>
      [`${search.problem} ${search.instance}`, search])).values()];
    const where = controls.choice("Instance", places.map((search) =>
      (problems.length > 1 ? `${problems[search.problem].label}: ` : "") + instanceOf(search)));
    const over = controls.choice("Over", ["trials", "time"]);
    const logX = controls.toggle("log x axis", false);
    const logY = controls.toggle("log y axis", false);
    return (changed) => {
      const place = places[where.value];
      const chosen = searches.filter((search) => search.problem === place.problem &&
        search.instance === place.instance && search.steps.length);
      if (changed === null || changed === where.select) {
        logY.box.checked = assay.isWide(chosen.flatMap((search) => search.steps.map((step) => step[2])), 10);
      }
      const at = over.value;  // index into a step: trial or seconds
      const datasets = chosen.map((search) => {
        const end = at === 0 ? search.trials : search.seconds;
        const points = search.steps.map((step) => ({x: step[at], y: step[2], name: `trial ${step[0]}`}));
        return {label: variantOf(search), stepped: true, showLine: true, ...assay.look(search.competitor),
                data: [...points, {x: end, y: points[points.length - 1].y, name: "the last trial"}]};
      });
      return {
        type: "scatter",
        data: {datasets},
        options: {
          scales: {x: assay.axis({title: at === 0 ? "trials" : "time", unit: at === 0 ? "" : "s", log: logX.on}),
                   y: assay.axis({title: "best so far", unit, log: logY.on})},
          plugins: {tooltip: assay.tooltip((value) => assay.format(value, unit))},
        },
      };
    };
  });

  const explained = (searches ?? []).filter((search) => search.parameters.length);
  assay.figure("importance", "Importance of parameters", explained.length ? explained : null, (controls) => {
    const modelled = explained.findIndex((search) => search.parameters.some((one) => one.share !== null));
    const which = controls.choice("Search", explained.map((search) =>
      `${variantOf(search)}, ${instanceOf(search)}`), Math.max(0, modelled));
    const what = controls.choice("Show", []);
    const refill = () => what.fill(["shares of the variance",
      ...explained[which.value].parameters.map((parameter) => `each value of ${parameter.name}`)],
      explained[which.value].parameters.some((parameter) => parameter.share !== null) ? 0 : 1);
    refill();

    const shares = (parameters) => ({
      type: "bar",
      data: {labels: parameters.map((parameter) => parameter.name),
             datasets: [{label: "share of the variance", backgroundColor: assay.look(0).backgroundColor,
                         data: parameters.map((parameter) => parameter.share ?? 0)}]},
      options: {
        indexAxis: "y",
        scales: {x: assay.axis({title: "share of the variance of the logarithm, alone"}),
                 y: assay.axis({title: "parameter", labels: parameters.map((parameter) => parameter.name)})},
        plugins: {legend: {display: false}, tooltip: {callbacks: {
          label: (item) => `${(100 * item.raw).toPrecision(3)} % (${(100 * (parameters[item.dataIndex].deviation ?? 0)).toPrecision(2)} % over the trees)`,
        }}},
      },
    });

    const values = (parameter) => {
      const labels = parameter.values.map((value) => value[0]);
      const known = parameter.values.flatMap((value) => [value[1], value[2]?.[0] ?? null]);
      const named = (value) => `${parameter.name}=${value[0]}: ${value[3]} trials, ${value[4]} failed`;
      return {
        type: "scatter",
        data: {datasets: [
          {label: "best recorded", ...assay.look(0), data: parameter.values.filter((value) => value[1] !== null)
            .map((value) => ({x: value[0], y: value[1], name: named(value)}))},
          {label: "mean by the model", ...assay.look(1), data: parameter.values.filter((value) => value[2])
            .map((value) => ({x: value[0], y: value[2][0], interval: value[2].slice(1), name: named(value)}))},
        ]},
        options: {
          scales: {x: assay.axis({title: parameter.name, labels}), y: assay.axis({title: "objective", unit, log: assay.isWide(known, 10)})},
          plugins: {tooltip: assay.tooltip((value) => assay.format(value, unit))},
        },
      };
    };

    return (changed) => {
      if (changed === which.select) refill();
      const {parameters} = explained[which.value];
      return what.value === 0 ? shares(parameters) : values(parameters[what.value - 1]);
    };
  });
})();
