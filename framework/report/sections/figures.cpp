// The figures known from papers: duration and speed-up over a feature of the instances, and phases.
#include <fmt/format.h>

#include "framework/compare/text.hpp"
#include "framework/core/units.hpp"
#include "framework/report/html_table.hpp"
#include "framework/report/parameter_lines.hpp"
#include "framework/report/process_strips.hpp"
#include "framework/report/section.hpp"

namespace assay {
namespace {

Cell bound_cell(double value, const char* unit) {
  return {format_value(value, unit), Meaning::minor, value};
}

std::vector<Cell> speed_up_cells(const Measurement& best) {
  if (!best.speed_up) return std::vector<Cell>(3);
  const Interval& ratio = *best.speed_up;
  return {ratio_cell(ratio.median),
          {format_ratio(ratio.lower), Meaning::minor, ratio.lower},
          {format_bounds(ratio).starts_with("[too") ? "unbounded" : format_ratio(ratio.upper),
           Meaning::minor, ratio.upper}};
}

void write_all_results(const ProblemComparison& problem, Markup& out) {
  constexpr std::size_t drawn = 3;
  Drawings drawings{drawn, {}};
  Table table{{{"instance"},
               {"variant"},
               {"median", true},
               {"processes"},
               {"lower", true},
               {"upper", true},
               {"speed-up", true},
               {"lower", true},
               {"upper", true},
               {"of floor", true},
               {"samples", true},
               {"configurations", true},
               {"device"},
               {"build"}},
              {}};
  for (std::size_t i = 0; i < problem.instances.size(); ++i) {
    const InstanceComparison& instance = *problem.instances[i];
    const char* unit = instance.objective.unit();
    const ProcessStrips strips(instance);
    for (const Competitor& competitor : problem.competitors) {
      const Entry* entry = competitor.entries[i];
      if (entry == nullptr || !entry->best) continue;
      const Measurement& best = *entry->best;
      drawings.rows.push_back(strips.draw(best));
      std::vector<Cell> row = {
          {one_line(problem.names[i])},        {one_line(competitor.label)},
          value_cell(best.value.median, unit), processes_cell(best),
          bound_cell(best.value.lower, unit),  bound_cell(best.value.upper, unit)};
      for (Cell& cell : speed_up_cells(best)) row.push_back(std::move(cell));
      row.push_back(best.floor
                        ? Cell{format_share(best.floor->share), Meaning::plain, best.floor->share}
                        : Cell{});
      row.push_back(number_cell(static_cast<double>(best.samples)));
      row.push_back(number_cell(static_cast<double>(entry->configurations)));
      row.push_back({one_line(entry->device)});
      row.push_back({one_line(entry->variant.build_id)});
      table.rows.push_back(std::move(row));
    }
  }
  write_folded_table(table, "All results: " + problem.label, out, drawings);
}

Table phases_of(const ProblemComparison& problem) {
  Table table{{{"instance"}, {"variant"}, {"phase"}, {"host", true}, {"device", true}}, {}};
  for (std::size_t i = 0; i < problem.instances.size(); ++i) {
    for (const Competitor& competitor : problem.competitors) {
      const Entry* entry = competitor.entries[i];
      if (entry == nullptr || !entry->best || entry->best->phases.empty()) continue;
      const auto add = [&](const std::string& phase, double host, std::optional<double> device) {
        table.rows.push_back({{one_line(problem.names[i])},
                              {one_line(competitor.label)},
                              {one_line(phase)},
                              value_cell(host, "s"),
                              value_cell(device, "s")});
      };
      for (const PhaseMedian& phase : entry->best->phases)
        add(phase.name, phase.host, phase.device);
      add("outside phases", entry->best->outside_phases, std::nullopt);
    }
  }
  return table;
}

PageJson lines_data(const ParameterLines& lines) {
  PageJson values = PageJson::array();
  for (const Value& value : lines.values) values.push_back(to_string(value));
  PageJson points = PageJson::array();
  for (const auto& point : lines.points) {
    points.push_back({point.instance, point.value, chart_interval(point.best)});
  }
  return {{"parameter", lines.parameter}, {"values", values}, {"points", points}};
}

void add_parameter_rows(const ProblemComparison& problem, const Competitor& competitor,
                        const ParameterLines& lines, Table& table) {
  for (const auto& point : lines.points) {
    const InstanceComparison& instance = *problem.instances[point.instance];
    const char* unit = instance.objective.unit();
    table.rows.push_back({{one_line(competitor.label)},
                          {one_line(lines.parameter)},
                          {one_line(to_string(lines.values[point.value]))},
                          {one_line(problem.names[point.instance])},
                          value_cell(point.best.median, unit),
                          bound_cell(point.best.lower, unit),
                          bound_cell(point.best.upper, unit)});
  }
}

// Writes the table and returns the data of the chart: for each competitor the lines of its
// parameters.
PageJson write_parameters(const PageModel& model, const ProblemComparison& problem, Markup& out) {
  Table table{{{"variant"},
               {"parameter"},
               {"value"},
               {"instance"},
               {"best median", true},
               {"lower", true},
               {"upper", true}},
              {}};
  PageJson data = PageJson::array();
  for (const Competitor& competitor : problem.competitors) {
    PageJson parameters = PageJson::array();
    for (const ParameterLines& lines : parameter_lines(model, problem, competitor)) {
      parameters.push_back(lines_data(lines));
      add_parameter_rows(problem, competitor, lines, table);
    }
    data.push_back(std::move(parameters));
  }
  write_folded_table(table, "Best of each value of the parameters: " + problem.label, out);
  return data;
}

}  // namespace

Section figures_section(const PageModel& model) {
  Section section{"figures", "Duration, speed-up and phases", {}, PageJson::array()};
  Markup& out = section.body;
  out.element(
      "p", fmt::format("Bars are {} intervals of the median; the dots beside them are the medians "
                       "of the single processes. A bar without an upper end has too few processes.",
                       format_percent(model.comparison.confidence)));
  write_chart_place("figures", out);
  for (const ProblemComparison& problem : model.problems) {
    write_all_results(problem, out);
    section.data.push_back(write_parameters(model, problem, out));
  }
  out.element("h3", "Phases");
  write_chart_place("phases", out);
  bool any = false;
  for (const ProblemComparison& problem : model.problems) {
    const Table table = phases_of(problem);
    any = any || !table.rows.empty();
    write_folded_table(table, "Phases: " + problem.label, out);
  }
  if (!any) out.element("p", "No sample has phases.");
  return section;
}

}  // namespace assay
