#include "framework/scenario/instances.hpp"

#include <fmt/format.h>

#include <string>
#include <variant>
#include <vector>

#include "framework/scenario/drawn_instances.hpp"

namespace assay {
namespace {

// Throws usage Error for too many instances, before memory is allocated for them: a few arrays of a
// hundred values stand for more instances than fit into memory.
void require_measurable(std::size_t instances, const TomlTable& reader, const std::string& key) {
  if (instances <= static_cast<std::size_t>(most_instances)) return;
  throw reader.error_at(
      key, fmt::format("makes {} instances of the scenario, more than {}: arrays stand for all "
                       "combinations of their values; give fewer, or several [[instance]]",
                       instances, most_instances));
}

// A pattern without arguments for each problem that is named; without a name, for the scenario's
// own.
std::vector<InstanceSpec> read_problems(const TomlTable& reader, const Scenario& scenario) {
  std::vector<InstanceSpec> problems;
  if (!reader.has("problem")) {
    if (scenario.kernels.problems.size() != 1) throw reader.error_at("problem", "is missing");
    problems.push_back({scenario.kernels.problems.front().name, {}});
  }
  for (const auto& problem : reader.values("problem")) {
    if (!std::holds_alternative<std::string>(problem)) {
      throw reader.error_at("problem", "must be the name of a problem");
    }
    problems.push_back({std::get<std::string>(problem), {}});
  }
  require_measurable(scenario.instances.size() + problems.size(), reader, "problem");
  return problems;
}

// All combinations of the arguments' values, for each problem.
std::vector<InstanceSpec> read_combinations(const TomlTable& reader, const Scenario& scenario) {
  std::vector<InstanceSpec> combinations = read_problems(reader, scenario);
  for (const auto& [key, node] : reader.raw()) {
    const std::string name(key.str());
    if (name == "problem") continue;
    if (node.is_table()) {
      throw reader.error_at(name, "is a range: say how many instances to draw, as in sample = 100");
    }
    const auto values = reader.values(name);
    require_measurable(scenario.instances.size() + combinations.size() * values.size(), reader,
                       name);
    std::vector<InstanceSpec> extended;
    for (const auto& spec : combinations) {
      for (const auto& value : values) {
        extended.push_back(spec);
        extended.back().arguments.emplace_back(name, value);
      }
    }
    combinations = std::move(extended);
  }
  return combinations;
}

void read_drawn(const TomlTable& reader, Scenario& scenario) {
  const DrawnInstances drawn = draw_instances(reader);
  for (const InstanceSpec& problem : read_problems(reader, scenario)) {
    for (const Bindings& one : drawn.instances)
      scenario.instances.push_back({problem.problem, one});
    for (const Bindings& one : drawn.held_out) scenario.held_out.push_back({problem.problem, one});
  }
  require_measurable(scenario.instances.size() + scenario.held_out.size(), reader, "sample");
}

void read_instance(const toml::table& table, Scenario& scenario) {
  const TomlTable reader(table, "instance", {});
  if (are_drawn(reader)) return read_drawn(reader, scenario);
  const auto read = read_combinations(reader, scenario);
  scenario.instances.insert(scenario.instances.end(), read.begin(), read.end());
}

}  // namespace

void read_instances(const TomlTable& top, Scenario& scenario) {
  for (const auto* instance : top.tables("instance")) read_instance(*instance, scenario);
  if (!scenario.instances.empty()) return;
  for (const auto& problem : scenario.kernels.problems)
    scenario.instances.push_back({problem.name, {}});
  if (scenario.instances.empty()) {
    throw top.error_at("instance", "is missing: name at least one [[instance]] with its problem");
  }
}

}  // namespace assay
