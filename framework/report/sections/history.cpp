#include "framework/report/history.hpp"

#include <fmt/format.h>

#include "framework/compare/text.hpp"
#include "framework/core/units.hpp"
#include "framework/report/html_table.hpp"
#include "framework/report/section.hpp"

namespace assay {
namespace {

// A text such as "+12.3% since here, p = 0.001".
std::string change_text(const guard::ChangePoint& change) {
  return fmt::format("{} since here, p = {:.2g}",
                     format_change(change.after / change.before - 1, 1), change.p);
}

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
               {"samples", true},
               {"change"}},
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
                            number_cell(static_cast<double>(point.samples)),
                            {""}});
    }
    const std::size_t first = table.rows.size() - history.points.size();
    for (const guard::ChangePoint& change : history.changes) {
      table.rows[first + change.index].back() = {change_text(change), Meaning::doubtful};
    }
  }
  return table;
}

// The points at which the values change, with a text on each change.
PageJson changes_data(const History& history) {
  PageJson changes = PageJson::array();
  for (const guard::ChangePoint& change : history.changes) {
    changes.push_back({{"point", change.index}, {"text", change_text(change)}});
  }
  return changes;
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
                    {"points", points},
                    {"changes", changes_data(history)}});
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
              "The best of each run and build on one machine; whatever else changed between runs "
              "shows, too. Large points mark lasting changes (E-divisive, at 5%; at least five "
              "points on each side).");
  section.data = history_data(histories);
  write_chart_place("history", out);
  write_folded_table(history_table(model, histories), "Medians over runs and builds", out);
  return section;
}

}  // namespace assay
