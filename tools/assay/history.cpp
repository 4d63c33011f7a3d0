// assay history: results from run to run, and where they changed for good.
#include "framework/report/history.hpp"

#include <fmt/format.h>

#include <iostream>

#include <nlohmann/json.hpp>

#include "framework/core/json.hpp"
#include "framework/core/units.hpp"
#include "tools/assay/command.hpp"
#include "tools/assay/comparison_flags.hpp"
#include "tools/common/console.hpp"

namespace assay::command {
namespace {

using nlohmann::json;

struct HistoryFlags {
  ComparisonFlags comparison;
  bool as_json = false;
};

std::string station_text(const HistoryPoint& point) {
  return fmt::format("run {} ({}, build {})", point.run, point.recorded, point.build.substr(0, 8));
}

// Names an instance; by the problem alone if it has only one instance.
std::string instance_text(const PageModel& model, const History& history) {
  const ProblemComparison& problem = model.problems[history.problem];
  if (problem.names.size() == 1) return problem.label;
  return fmt::format("{} {}", problem.label, problem.names[history.instance]);
}

void print(const PageModel& model, const std::vector<History>& histories) {
  const char* unit = model.objective().unit();
  for (const History& history : histories) {
    const auto& points = history.points;
    say("{}  {} on {}: {} points, {} to {}\n", instance_text(model, history), history.variant,
        history.device, points.size(), format_value(points.front().value.median, unit),
        format_value(points.back().value.median, unit));
    for (const guard::ChangePoint& change : history.changes) {
      say("  {} since {}: {} to {}, p = {:.2g}\n",
          format_change(change.after / change.before - 1, 1), station_text(points[change.index]),
          format_value(change.before, unit), format_value(change.after, unit), change.p);
    }
    if (points.size() < 2 * guard::ChangePointSettings().least_part) {
      say("  too few to look for changes: {} are needed\n",
          2 * guard::ChangePointSettings().least_part);
    }
  }
  if (histories.empty()) {
    say("Everything was measured in one run and build only: there is no history yet.\n");
  }
}

json to_json(const PageModel& model, const History& history) {
  json points = json::array();
  for (const HistoryPoint& point : history.points) {
    points.push_back({{"run", point.run},
                      {"build", point.build},
                      {"recorded", point.recorded},
                      {"median", real_to_json(point.value.median)},
                      {"lower", real_to_json(point.value.lower)},
                      {"upper", real_to_json(point.value.upper)}});
  }
  json changes = json::array();
  for (const guard::ChangePoint& change : history.changes) {
    changes.push_back({{"point", change.index},
                       {"before", change.before},
                       {"after", change.after},
                       {"p", change.p}});
  }
  return {{"instance", instance_text(model, history)},
          {"variant", history.variant},
          {"device", history.device},
          {"points", points},
          {"changes", changes}};
}

}  // namespace

void add_history(CommandLine& line, Invocation& invocation) {
  static_cast<void>(invocation);
  const Subcommand command = line.add_subcommand(
      "history",
      "Show how results developed over runs and builds, and where they changed for good.");
  auto flags = std::make_shared<HistoryFlags>();
  flags->comparison.add_to(command);
  command.add("--json", &flags->as_json, "Print the history as JSON.");
  command.callback([flags] {
    const Store store = flags->comparison.store.open(Store::Mode::read_only);
    const PageModel model(store, flags->comparison.options(store));
    const auto histories = histories_of(model);
    if (!flags->as_json) return print(model, histories);
    json all = json::array();
    for (const History& history : histories) all.push_back(to_json(model, history));
    std::cout << all.dump(2, ' ', false, json::error_handler_t::replace) << '\n';
  });
}

}  // namespace assay::command
