"use strict";
// Medians over runs and builds.
(() => {
  const histories = assay.data.history;
  const problems = assay.data.problems;

  assay.figure("history", "History of medians", histories, (controls) => {
    const places = [...new Map(histories.map((history) =>
      [`${history.problem} ${history.instance}`, history])).values()];
    const where = controls.choice("Instance", places.map((history) =>
      (problems.length > 1 ? `${problems[history.problem].label}: ` : "") +
      problems[history.problem].instances[history.instance]));
    const log = controls.toggle("log y axis", false);
    return (changed) => {
      const place = places[where.value];
      const unit = problems[place.problem].unit;
      const chosen = histories.filter((history) =>
        history.problem === place.problem && history.instance === place.instance);
      const station = (point) => `run ${point.run}, build ${point.build.slice(0, 8)}`;
      const changeAt = (history, at) =>
        history.changes.find((change) => change.point === at)?.text;
      const all = chosen.flatMap((history) => history.points)
        .sort((a, b) => a.run - b.run || a.recorded.localeCompare(b.recorded));
      if (changed === null || changed === where.select) {
        log.box.checked = assay.isWide(all.map((point) => point.value[0]), 10);
      }
      const labels = [...new Set(all.map(station))];
      return {
        type: "scatter",
        data: {datasets: chosen.map((history, k) => ({
          label: `${history.variant} (${history.device})`, ...assay.look(k), showLine: true,
          data: history.points.map((point, at) => ({x: station(point), y: point.value[0],
            interval: point.value.slice(1),
            name: [station(point), point.recorded, changeAt(history, at)].filter(Boolean)
              .join(", ")})),
          pointRadius: history.points.map((_, at) => changeAt(history, at) ? 10 : 4),
        }))},
        options: {
          scales: {x: assay.axis({title: "in order of recording", labels}),
                   y: assay.axis({title: "median", unit, log: log.on})},
          plugins: {tooltip: assay.tooltip((value) => assay.format(value, unit))},
        },
      };
    };
  });
})();
