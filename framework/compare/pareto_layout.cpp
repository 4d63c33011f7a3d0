#include "framework/compare/pareto_layout.hpp"

#include <fmt/format.h>

#include <cmath>

#include "framework/compare/layout.hpp"
#include "framework/compare/text.hpp"
#include "framework/core/units.hpp"

namespace assay {
namespace {

std::vector<Cell> member_row(const ParetoFront& front, const ParetoMember& member) {
  const bool bounded = std::isfinite(member.value.upper);
  std::vector<Cell> row = {{one_line(member.label)},
                           {member.arguments.empty() ? "" : one_line(to_string(member.arguments))},
                           {format_value(member.value.median, front.objective.unit()),
                            Meaning::plain, member.value.median},
                           {format_bounds(member.value, front.objective.unit()),
                            bounded ? Meaning::minor : Meaning::doubtful}};
  for (const double value : member.values) {
    row.push_back({format_number(value), Meaning::plain, value});
  }
  row.push_back({one_line(to_string(member.configuration))});
  row.push_back(
      {member.stage == "final" ? "" : one_line(member.stage) + " only", Meaning::doubtful});
  return row;
}

}  // namespace

std::string front_heading(const ParetoFront& front) {
  std::string text = fmt::format("Pareto front of {}: {}", one_line(front.label),
                                 one_line(front.objective.label()));
  for (const auto& axis : front.axes) {
    text += fmt::format(", {} {}", axis.higher ? "higher" : "lower", one_line(axis.name));
  }
  return text;
}

Table front_table(const ParetoFront& front, double confidence) {
  Table table{
      {{"variant"}, {"instance"}, {"median", true}, {format_percent(confidence) + " interval"}},
      {}};
  for (const auto& axis : front.axes) {
    table.columns.push_back({with_unit(axis.name, axis.unit), true});
  }
  table.columns.push_back({"configuration"});
  table.columns.push_back({"measured"});
  for (const ParetoMember& member : front.members) table.rows.push_back(member_row(front, member));
  drop_empty_columns(table, 1);
  return table;
}

std::vector<std::string> front_sentences(const ParetoFront& front) {
  const std::string kept =
      front.requirements.empty() ? "" : fmt::format(" that meet {}", one_line(front.requirements));
  if (front.members.empty()) {
    return {fmt::format("No configuration{} has values for all of these.",
                        front.requirements.empty()
                            ? ""
                            : fmt::format(" that meets {}", one_line(front.requirements)))};
  }
  const ParetoMember& first = front.members.front();
  const std::string where =
      first.arguments.empty() ? "" : fmt::format(" on {}", one_line(to_string(first.arguments)));
  const Objective& objective = front.objective;
  const std::string merit =
      objective.is_own()
          ? "is the best by " + one_line(objective.label())
          : fmt::format("needs the least {}", objective.is_energy() ? "energy" : "time");
  return {fmt::format("{} of {} configurations{} {} in the front; {}{} {}.", front.members.size(),
                      front.candidates, kept, front.members.size() == 1 ? "is" : "are",
                      one_line(first.label), where, merit)};
}

}  // namespace assay
