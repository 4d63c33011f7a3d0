"use strict";
// Duration and speed-up over a feature, with a line for each variant or each value of a parameter;
// phases.
(() => {
  const problems = assay.data.problems;
  const quantities = {s: "duration", J: "energy", "": "value"};  // by units

  // The possible meanings of lines: variants, or the values of a parameter of one variant.
  function lineKinds(k) {
    const kinds = [{text: "variants"}];
    assay.data.figures[k].forEach((parameters, competitor) => {
      for (const lines of parameters) {
        kinds.push({text: `${lines.parameter} of ${problems[k].competitors[competitor]}`, lines});
      }
    });
    return kinds;
  }

  // [name, ratio] for each process whose name also occurs in the reference: the ratios are those
  // within a round.
  function ratiosOf(problem, result) {
    const reference = problem.results.find((other) => other.instance === result.instance &&
      problem.competitors[other.competitor] === problem.reference);
    const values = new Map(reference?.processes);
    return result.processes.filter(([name, value]) => values.has(name) && value > 0)
      .map(([name, value]) => [name, values.get(name) / value]);
  }

  // [label, [[instance, [median, lower, upper], processes]]] for each line.
  function seriesOf(problem, kind, speedUp) {
    if (kind.lines) {
      return kind.lines.values.map((value, v) => [`${kind.lines.parameter}=${value}`,
        kind.lines.points.filter((point) => point[1] === v).map((point) => [point[0], point[2]])]);
    }
    return problem.competitors.map((label, c) => [label,
      problem.results.filter((result) => result.competitor === c)
        .map((result) => (speedUp ? [result.instance, result.speed_up, ratiosOf(problem, result)]
                                  : [result.instance, result.value, result.processes]))
        .filter(([, interval]) => interval)]);
  }

  // The points of a line from left to right.
  function pointsOf(problem, feature, series, aside) {
    const points = series
      .filter(([instance]) => feature.values[instance] !== null)
      .map(([instance, [median, lower, upper], processes = []]) => ({
        x: assay.placeOn(feature, instance, aside), y: median, interval: [lower, upper], processes,
        name: problem.instances[instance],
      }));
    return points.sort((a, b) => a.x - b.x);
  }

  // The lines into which a series splits by the values of another feature.
  function apart([label, series], feature) {
    if (!feature) return [[label, series]];
    const parts = new Map();
    for (const point of series) {
      const value = String(feature.values[point[0]]);
      if (!parts.has(value)) parts.set(value, []);
      parts.get(value).push(point);
    }
    return [...parts].map(([value, points]) => [`${label}, ${feature.name}=${assay.cut(value, 20)}`, points]);
  }

  assay.figure("figures", "Duration or speed-up over a feature", problems.length ? problems : null, (controls) => {
    const which = controls.choice("Problem", problems.map((problem) => problem.label));
    const measure = controls.choice("Show", ["duration", "speed-up"]);
    const over = controls.choice("Over", []);
    const lines = controls.choice("One line for each", []);
    const by = controls.choice("Separate by", []);
    const logX = controls.toggle("log x axis", false);
    const logY = controls.toggle("log y axis", true);
    const dots = controls.toggle("processes", true);
    const refill = () => {
      const features = assay.features(problems[which.value]);
      over.fill(features.map(assay.featureTitle));
      lines.fill(lineKinds(which.value).map((kind) => kind.text));
      by.fill(["nothing", ...problems[which.value].features.map(assay.featureTitle)]);
      logX.box.checked = features[0].numeric && assay.isWide(features[0].values);
      measure.fill([quantities[problems[which.value].unit], "speed-up"], measure.value);
    };
    refill();

    return (changed) => {
      if (changed === which.select) refill();
      const problem = problems[which.value];
      const x = assay.features(problem)[over.value];
      if (changed === over.select) logX.box.checked = x.numeric && assay.isWide(x.values);
      const kind = lineKinds(which.value)[lines.value];
      const speedUp = measure.value === 1 && !kind.lines;
      const feature = problem.features[by.value - 1];
      const series = seriesOf(problem, kind, speedUp).flatMap((one) => apart(one, feature));
      const datasets = series.map(([label, points], k) => ({
        label, ...assay.look(k),
        data: pointsOf(problem, x, points, 0.6 * ((k + 0.5) / series.length - 0.5))}))
        .filter((set) => set.data.length);
      if (changed === null || [which.select, over.select, measure.select].includes(changed)) {
        logY.box.checked = assay.isWide(datasets.flatMap((set) => set.data.map((point) => point.y)), 10);
      }
      const shared = x.numeric && datasets.some((set) => new Set(set.data.map((point) => point.x)).size < set.data.length);
      for (const set of datasets) set.showLine = !shared && x.numeric;
      const format = (value) => (speedUp ? `${Number(value.toPrecision(3))}x` : assay.format(value, problem.unit));
      const quantity = quantities[problem.unit];
      return {
        type: "scatter",
        data: {datasets: [...datasets, ...dots.on ? assay.processDots(datasets) : []]},
        note: [shared ? "Several instances share a value of this feature, so points are not joined; separate them by another feature." : "",
               measure.value === 1 && kind.lines ? "Values of a parameter have only durations." : ""].join(" "),
        options: {
          scales: {
            x: assay.featureAxis(x, logX.on),
            y: assay.axis({title: speedUp ? `speed-up over ${problem.reference}` : quantity,
                           unit: speedUp ? "" : problem.unit, log: logY.on, beginAtZero: !logY.on}),
          },
          plugins: {tooltip: assay.tooltip(format)},
        },
      };
    };
  });

  // The clocks, each with the column of a phase that holds its times: [name, host, device].
  const clocks = [{column: 2, text: "the device's clock", title: "device time"},
                  {column: 1, text: "the host's clock", title: "host time"}];
  const tells = (result, {column}) => result.phases.some((phase) => phase[column] > 0);
  const hasTimes = (result) => clocks.some((clock) => tells(result, clock));
  // The clocks that have times for any of the results, the one with times for most results first.
  // On a tie the device's is first, since the host waits for the device's work in another phase
  // than the one that started it.
  const clocksOf = (results) => clocks
    .map((clock) => ({...clock, count: results.filter((result) => tells(result, clock)).length}))
    .filter((clock) => clock.count).sort((a, b) => b.count - a.count);

  const withPhases = problems.filter((problem) => problem.results.some(hasTimes));
  assay.figure("phases", "Phases of each result", withPhases.length ? withPhases : null, (controls) => {
    const which = controls.choice("Problem", withPhases.map((problem) => problem.label));
    const of = controls.choice("Of", []);
    const clock = controls.choice("By", []);
    const share = controls.toggle("as shares", false);
    const resultsOf = (problem, kind) =>
      problem.results.filter((result) => result[kind.key] === kind.value && hasTimes(result));
    const kinds = (problem) => [
      ...problem.competitors.map((label, c) => ({text: `${label}, each instance`, key: "competitor", value: c})),
      ...problem.instances.map((label, i) => ({text: `${label}, each variant`, key: "instance", value: i})),
    ].filter((kind) => resultsOf(problem, kind).length);
    const refill = () => {
      const problem = withPhases[which.value];
      of.fill(kinds(problem).map((kind) => kind.text));
    };
    refill();

    return (changed) => {
      if (changed === which.select) refill();
      const problem = withPhases[which.value];
      const kind = kinds(problem)[of.value];
      const results = resultsOf(problem, kind);
      const telling = clocksOf(results);
      if (changed === null || [which.select, of.select].includes(changed)) {
        clock.fill(telling.map((one) => one.text));
      }
      const {column, title} = telling[clock.value];
      const bars = results.map((result) => kind.key === "competitor"
        ? problem.instances[result.instance] : problem.competitors[result.competitor]);
      const names = [...new Set(results.flatMap((result) => result.phases.map((phase) => phase[0]))),
                     ...column === 1 ? ["outside phases"] : []];
      const part = (result, name) => name === "outside phases" ? Math.max(0, result.outside)
        : result.phases.filter((phase) => phase[0] === name).reduce((sum, phase) => sum + (phase[column] ?? 0), 0);
      const whole = (result) => names.reduce((sum, name) => sum + part(result, name), 0) || 1;
      const format = (value) => (share.on ? `${(100 * value).toPrecision(3)} %` : assay.format(value, "s"));
      return {
        type: "bar",
        data: {
          labels: bars,
          datasets: names.map((label, k) => ({
            label, backgroundColor: assay.hatch(k), borderColor: assay.colour("ground"), borderWidth: 1,
            data: results.map((result) => part(result, label) / (share.on ? whole(result) : 1)),
          })),
        },
        options: {
          scales: {x: {...assay.axis({title: kind.key === "competitor" ? "instance" : "variant", labels: bars}), stacked: true},
                   y: {...assay.axis({title: share.on ? "share" : title, unit: share.on ? "" : "s"}), stacked: true,
                       ...(share.on ? {max: 1} : {})}},
          plugins: {tooltip: {callbacks: {
            label: (item) => `${item.dataset.label}: ${format(item.raw)}`,
          }}, legend: {labels: {usePointStyle: false, color: assay.colour("ink")}}},
        },
      };
    };
  });
})();
