// Fronts: the trade-offs between the objective and the other quantities that a scenario counts.
#include "framework/compare/pareto_layout.hpp"

#include <algorithm>

#include "framework/compare/text.hpp"
#include "framework/report/html_table.hpp"
#include "framework/report/section.hpp"

namespace assay {
namespace {

// The labels of the members, each once: the series of the chart.
std::vector<std::string> competitors_of(const ParetoFront& front) {
  std::vector<std::string> labels;
  for (const ParetoMember& member : front.members) {
    if (std::find(labels.begin(), labels.end(), member.label) == labels.end()) {
      labels.push_back(member.label);
    }
  }
  return labels;
}

PageJson front_data(const ParetoFront& front) {
  PageJson axes = PageJson::array();
  for (const auto& axis : front.axes) {
    axes.push_back({{"name", axis.name}, {"unit", axis.unit}, {"higher", axis.higher}});
  }
  const auto competitors = competitors_of(front);
  PageJson members = PageJson::array();
  for (const ParetoMember& member : front.members) {
    const auto at = std::find(competitors.begin(), competitors.end(), member.label);
    PageJson values = PageJson::array();
    for (const double value : member.values) values.push_back(chart_number(value));
    std::string name;
    if (!member.arguments.empty()) name = to_string(member.arguments).append("; ");
    name += to_string(member.configuration);
    members.push_back({{"competitor", at - competitors.begin()},
                       {"name", name},
                       {"value", chart_interval(member.value)},
                       {"values", values}});
  }
  return {{"label", front.label},           {"objective", front.objective.label()},
          {"unit", front.objective.unit()}, {"axes", axes},
          {"competitors", competitors},     {"members", members}};
}

}  // namespace

bool has_fronts(const PageModel& model) {
  return std::any_of(model.comparison.machines.begin(), model.comparison.machines.end(),
                     [](const MachineComparison& machine) { return !machine.fronts.empty(); });
}

Section pareto_section(const PageModel& model) {
  Section section{"pareto", "Pareto fronts", {}, nullptr};
  Markup& out = section.body;
  out.element("p",
              "Configurations that no other one beats in everything that counts. Values of the "
              "objective are equal if their intervals overlap; of configurations that are equal in "
              "everything, the fastest is shown.");
  PageJson fronts = PageJson::array();
  for (const MachineComparison& machine : model.comparison.machines) {
    for (const ParetoFront& front : machine.fronts) {
      if (!front.members.empty()) fronts.push_back(front_data(front));
    }
  }
  if (!fronts.empty()) {
    section.data = {{"fronts", fronts}};
    write_chart_place("pareto", out);
  }
  for (const MachineComparison& machine : model.comparison.machines) {
    for (const ParetoFront& front : machine.fronts) {
      write_html_table(front_table(front, model.comparison.confidence), front_heading(front), out);
      write_sentences(front_sentences(front), out);
      write_sentences(front.notes, out);
    }
  }
  return section;
}

}  // namespace assay
