"use strict";
// The members of a front: the objective over one of the other quantities.
(() => {
  const data = assay.data.pareto;

  assay.figure("pareto", "Pareto fronts", data, (controls) => {
    const fronts = data.fronts;
    const names = (front) => front.axes.map((axis) => axis.name);
    const which = controls.choice("Front", fronts.map((front) => front.label));
    const over = controls.choice("Over", names(fronts[0]));
    let shown = 0;
    return () => {
      if (shown !== which.value) {
        shown = which.value;
        over.fill(names(fronts[shown]));
      }
      const front = fronts[shown];
      const k = over.value;
      const axis = front.axes[k];
      const point = (member) => ({x: member.values[k], y: member.value[0], name: member.name,
                                  interval: [member.value[1], member.value[2]]});
      const wide = (values) => values.every((value) => value > 0) &&
        Math.max(...values) > 10 * Math.min(...values);
      const sets = front.competitors.map((label, c) => ({
        label, ...assay.look(c), showLine: false,
        data: front.members.filter((member) => member.competitor === c).map(point),
      }));
      const joined = {label: "front", ...assay.grey(), borderDash: [4, 3], pointRadius: 0,
                      pointStyle: "line", showLine: true,
                      data: front.members.map(point).sort((a, b) => a.x - b.x)};
      return {
        type: "scatter",
        data: {datasets: [...sets, joined]},
        options: {
          scales: {
            x: assay.axis({title: `${axis.name} (${axis.higher ? "higher" : "lower"} is better)`,
                           unit: axis.unit, log: wide(front.members.map((one) => one.values[k]))}),
            y: assay.axis({title: front.objective, unit: front.unit,
                           log: wide(front.members.map((one) => one.value[0]))}),
          },
          plugins: {tooltip: assay.tooltip((value) => assay.format(value, front.unit))},
        },
      };
    };
  });
})();
