// The winning variants over two features of the instances.
#include "framework/compare/text.hpp"
#include "framework/core/units.hpp"
#include "framework/report/html_table.hpp"
#include "framework/report/section.hpp"

namespace assay {
namespace {

Cell feature_cell(const Feature& feature, std::size_t instance) {
  const auto& value = feature.values[instance];
  if (!value) return {};
  if (const auto* real = std::get_if<double>(&*value)) return number_cell(*real);
  if (const auto* integer = std::get_if<std::int64_t>(&*value)) {
    return {to_string(*value), Meaning::plain, static_cast<double>(*integer)};
  }
  return {one_line(to_string(*value))};
}

Table winner_table(const ProblemComparison& problem) {
  Table table{{{"instance"}}, {}};
  for (const Feature& feature : problem.features) {
    const std::string unit = feature.unit.empty() ? "" : " [" + feature.unit + "]";
    table.columns.push_back({one_line(feature.name + unit), feature.numeric});
  }
  for (const char* title : {"verdict", "best"}) table.columns.push_back({title});
  table.columns.push_back({"margin over the next", true});
  for (std::size_t i = 0; i < problem.instances.size(); ++i) {
    const InstanceComparison& instance = *problem.instances[i];
    const bool any = instance.verdict.kind != Verdict::Kind::none;
    auto& row = table.rows.emplace_back();
    row.push_back({one_line(problem.names[i])});
    for (const Feature& feature : problem.features) row.push_back(feature_cell(feature, i));
    row.push_back({to_string(instance.verdict.kind)});
    row.push_back({any ? one_line(instance.entries.front().label) : ""});
    row.push_back(instance.verdict.margin ? ratio_cell(instance.verdict.margin->median) : Cell{});
  }
  return table;
}

}  // namespace

Section map_section(const PageModel& model) {
  Section section{"map", "Who wins where", {}, PageJson::object()};
  section.body.element("p",
                       "Each instance is placed by two of its features and has the symbol of its "
                       "winner; a grey cross means no clear winner. Features are the arguments and "
                       "facts in which the instances differ.");
  write_chart_place("map", section.body);
  for (const ProblemComparison& problem : model.problems) {
    write_folded_table(winner_table(problem), "Features and winners: " + problem.label,
                       section.body);
  }
  return section;
}

}  // namespace assay
