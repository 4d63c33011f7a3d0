"use strict";
// Achieved rates below the measured peaks of the device.
(() => {
  const data = assay.data.roofline;
  const problems = assay.data.problems;

  // The corner points of a roof within [from, to].
  function roof(bandwidth, peak, from, to) {
    const ridge = peak / bandwidth;
    return [from, ...(from < ridge && ridge < to ? [ridge] : []), to]
      .map((x) => ({x, y: Math.min(peak, bandwidth * x)}));
  }

  assay.figure("roofline", "Roofline", data, (controls) => {
    const used = [...new Set(data.points.map((point) => point.problem))];
    const which = controls.choice("Problem", used.map((k) => problems[k].label));
    return () => {
      const problem = problems[used[which.value]];
      const points = data.points.filter((point) => point.problem === used[which.value]);
      const ridges = data.roofs.flatMap((one) => [one.single, one.double].filter((peak) => peak > 0)
        .map((peak) => peak / one.bandwidth));
      const intensities = points.map((point) => point.intensity).concat(ridges);
      const from = Math.min(...intensities) / 4;
      const to = Math.max(...intensities) * 4;
      const sets = problem.competitors.map((label, c) => ({
        label, ...assay.look(c), showLine: false,
        data: points.filter((point) => point.competitor === c).map((point) => ({
          x: point.intensity, y: point.rate, name: problem.instances[point.instance]})),
      })).filter((set) => set.data.length);
      const roofs = data.roofs.flatMap((one) => [["single", []], ["double", [6, 4]]]
        .filter(([precision]) => one[precision] > 0 && one.bandwidth > 0)
        .map(([precision, borderDash]) => ({
          label: `${one.device}, ${precision} precision`, data: roof(one.bandwidth, one[precision], from, to),
          ...assay.grey(), borderDash, pointRadius: 0, pointStyle: "line", showLine: true,
        })));
      return {
        type: "scatter",
        data: {datasets: [...sets, ...roofs]},
        options: {
          scales: {x: assay.axis({title: "useful operations per byte that must move", log: true}),
                   y: assay.axis({title: "useful operations per second", unit: "flop/s", log: true})},
          plugins: {tooltip: assay.tooltip((value) => assay.format(value, "flop/s"))},
        },
      };
    };
  });
})();
