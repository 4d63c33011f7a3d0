#include "framework/page/history.hpp"

#include "framework/page/html_table.hpp"
#include "framework/page/section.hpp"
#include "framework/report/text.hpp"
#include "framework/report/units.hpp"

namespace assay {
namespace {

Table history_table(const PageModel& model, const std::vector<History>& histories) {
  Table table{{{"instance"},
               {"variant"},
               {"device"},
               {"run", true},
               {"build"},
               {"recorded"},
               {"median", true},
               {"lower", true},
               {"upper", true},
               {"samples", true}},
              {}};
  const Objective objective = model.objective();
  for (const History& history : histories) {
    for (const HistoryPoint& point : history.points) {
      table.rows.push_back({{one_line(model.problems[history.problem].names[history.instance])},
                            {one_line(history.variant)},
                            {one_line(history.device)},
                            number_cell(static_cast<double>(point.run)),
                            {one_line(point.build)},
                            {one_line(point.recorded)},
                            value_cell(point.value.median, objective.unit()),
                            value_cell(point.value.lower, objective.unit()),
                            value_cell(point.value.upper, objective.unit()),
                            number_cell(static_cast<double>(point.samples))});
    }
  }
  return table;
}

PageJson history_data(const std::vector<History>& histories) {
  PageJson data = PageJson::array();
  for (const History& history : histories) {
    PageJson points = PageJson::array();
    for (const HistoryPoint& point : history.points) {
      points.push_back({{"run", point.run},
                        {"build", point.build},
                        {"recorded", point.recorded},
                        {"value", chart_interval(point.value)}});
    }
    data.push_back({{"problem", history.problem},
                    {"instance", history.instance},
                    {"variant", history.variant},
                    {"device", history.device},
                    {"points", points}});
  }
  return data;
}

}  // namespace

Section history_section(const PageModel& model) {
  Section section{"history", "History", {}, nullptr};
  Markup& out = section.body;
  const std::vector<History> histories = histories_of(model);
  if (histories.empty()) {
    out.element("p", "Everything was measured in one run and build only.");
    return section;
  }
  out.element("p",
              "The best of each run and build; within one machine, but whatever else changed from "
              "run to run is in it too.");
  section.data = history_data(histories);
  write_chart_place("history", out);
  write_folded_table(history_table(model, histories), "Medians over runs and builds", out);
  return section;
}

}  // namespace assay
