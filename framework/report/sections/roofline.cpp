// Achieved rates over arithmetic intensity, below the measured peaks of the devices (Williams,
// Waterman, Patterson, "Roofline: an insightful visual performance model", CACM 2009).
#include <fmt/format.h>

#include <map>

#include "framework/compare/text.hpp"
#include "framework/core/units.hpp"
#include "framework/report/html_table.hpp"
#include "framework/report/section.hpp"

namespace assay {
namespace {

struct RooflinePoint {
  std::size_t problem = 0;
  std::size_t instance = 0;
  std::size_t competitor = 0;
  std::string device;
  bool double_precision = false;
  double intensity = 0;  // useful flops per byte that must move
  double rate = 0;       // useful flops per second
  std::optional<Floor> floor;
};

std::vector<RooflinePoint> roofline_points(const PageModel& model) {
  std::vector<RooflinePoint> points;
  for (std::size_t k = 0; k < model.problems.size(); ++k) {
    const ProblemComparison& problem = model.problems[k];
    for (std::size_t i = 0; i < problem.instances.size(); ++i) {
      const Work& work = problem.instances[i]->record.work;
      if (!(work.flops > 0) || !(work.bytes > 0)) continue;
      for (std::size_t c = 0; c < problem.competitors.size(); ++c) {
        const Entry* entry = problem.competitors[c].entries[i];
        if (entry == nullptr || !entry->best || !(entry->best->seconds > 0)) continue;
        points.push_back({k, i, c, entry->device, work.double_precision, work.flops / work.bytes,
                          work.flops / entry->best->seconds, entry->best->floor});
      }
    }
  }
  return points;
}

using Roofs = std::map<std::pair<std::int64_t, std::string>, Peaks>;  // by machine and device

Roofs roofs_of(const PageModel& model) {
  Roofs roofs;
  for (const MachineComparison& machine : model.comparison.machines) {
    for (const InstanceComparison& instance : machine.instances) {
      for (const Entry& entry : instance.entries) {
        const auto peaks = model.store.peaks(machine.machine.id, entry.device);
        if (peaks) roofs[{machine.machine.id, entry.device}] = *peaks;
      }
    }
  }
  return roofs;
}

Cell rate_cell(double value, const char* unit) {
  if (!(value > 0)) return {};
  const bool tera = value >= 1e12;
  return {fmt::format("{:.4g} {}{}", value / (tera ? 1e12 : 1e9), tera ? "T" : "G", unit),
          Meaning::plain, value};
}

Table roof_table(const Roofs& roofs) {
  Table table{
      {{"device"}, {"single precision", true}, {"double precision", true}, {"memory", true}}, {}};
  for (const auto& [place, peaks] : roofs) {
    table.rows.push_back({{one_line(place.second)},
                          rate_cell(peaks.flops_single, "flop/s"),
                          rate_cell(peaks.flops_double, "flop/s"),
                          rate_cell(peaks.bandwidth, "B/s")});
  }
  return table;
}

Table point_table(const PageModel& model, const std::vector<RooflinePoint>& points) {
  Table table{{{"instance"},
               {"variant"},
               {"flops per byte", true},
               {"achieved", true},
               {"of floor", true},
               {"bound by"}},
              {}};
  for (const RooflinePoint& point : points) {
    const ProblemComparison& problem = model.problems[point.problem];
    std::vector<Cell> row = {{one_line(problem.names[point.instance])},
                             {one_line(problem.competitors[point.competitor].label)},
                             number_cell(point.intensity),
                             rate_cell(point.rate, "flop/s")};
    if (point.floor) {
      row.push_back({format_share(point.floor->share), Meaning::plain, point.floor->share});
      row.push_back({point.floor->memory_bound ? "memory" : "compute"});
    }
    row.resize(table.columns.size());
    table.rows.push_back(std::move(row));
  }
  return table;
}

PageJson roofline_data(const Roofs& roofs, const std::vector<RooflinePoint>& points) {
  PageJson roof_data = PageJson::array();
  for (const auto& [place, peaks] : roofs) {
    roof_data.push_back({{"device", place.second},
                         {"single", chart_number(peaks.flops_single)},
                         {"double", chart_number(peaks.flops_double)},
                         {"bandwidth", chart_number(peaks.bandwidth)}});
  }
  PageJson point_data = PageJson::array();
  for (const RooflinePoint& point : points) {
    point_data.push_back({{"problem", point.problem},
                          {"instance", point.instance},
                          {"competitor", point.competitor},
                          {"intensity", chart_number(point.intensity)},
                          {"rate", chart_number(point.rate)},
                          {"double", point.double_precision}});
  }
  return {{"roofs", roof_data}, {"points", point_data}};
}

}  // namespace

Section roofline_section(const PageModel& model) {
  Section section{"roofline", "Roofline", {}, nullptr};
  Markup& out = section.body;
  const auto points = roofline_points(model);
  if (points.empty()) {
    out.element("p",
                "No problem gives both the number of operations and the number of bytes it needs.");
    return section;
  }
  const Roofs roofs = roofs_of(model);
  out.element("p",
              "The rate of each variant's best configuration, over useful operations per byte that "
              "must move. The lines are what short measurements reached on the device itself, not "
              "figures from a data sheet.");
  if (roofs.empty()) {
    out.element("p", "No peaks were measured on this machine; assay tune measures them.");
  }
  section.data = roofline_data(roofs, points);
  write_chart_place("roofline", out);
  write_html_table(roof_table(roofs), "Measured peaks", out);
  write_folded_table(point_table(model, points), "Achieved rates", out);
  return section;
}

}  // namespace assay
