#include "framework/scenario/objective.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "framework/core/error.hpp"
#include "framework/core/expression/expression.hpp"
#include "framework/core/expression/substitution.hpp"
#include "framework/core/names.hpp"

namespace assay {
namespace {

// The quantities that one expression describes on every instance, and that need no other instance.
// Whatever is wrong with the others is reported where all of them are read.
NamedExpressions derived_in(const TomlTable& top) {
  NamedExpressions derived;
  std::map<std::string, int> counts;
  for (const toml::table* table : top.one_or_more_tables("derived")) {
    const auto name = (*table)["name"].value<std::string>();
    const auto value = (*table)["value"].value<std::string>();
    if (!name || !value) continue;
    ++counts[*name];
    if (!table->contains("against")) derived[*name] = *value;
  }
  std::erase_if(derived, [&](const auto& one) { return counts[one.first] > 1; });
  return derived;
}

// The text on one line, since it becomes a name.
std::string on_one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\t' || c == '\r'; }, ' ');
  return text;
}

// The name of the objective of one's own that a table describes.
std::string own_name(const TomlTable& top, const toml::table& table) {
  const TomlTable reader(table, "objective", {"minimise", "maximise"});
  if (reader.has("minimise") == reader.has("maximise")) {
    throw top.error_at("objective",
                       "must have one of `minimise` and `maximise`: { maximise = \"gflops\" }");
  }
  const char* direction = reader.has("minimise") ? "minimise" : "maximise";
  const std::string expression = reader.required_text(direction);
  const NamedExpressions derived = derived_in(top);
  const auto quantity = derived.find(expression);
  return on_one_line(quantity == derived.end()
                         ? fmt::format("{} {}", direction, substituted(expression, derived))
                         : fmt::format("{} {} = {}", direction, expression, quantity->second));
}

bool is_kernel(const Scenario& scenario, const std::string& variant) {
  return std::ranges::any_of(scenario.kernels.kernels, [&](const KernelDescription& kernel) {
    return kernel.competes && kernel.name == variant;
  });
}

bool is_of_files(const Scenario& scenario) {
  const auto& problems = scenario.kernels.problems;
  return std::ranges::all_of(scenario.instances,
                             [&](const InstanceSpec& instance) {
                               return std::ranges::find(problems, instance.problem,
                                                        &ArrayProblemDescription::name) !=
                                      problems.end();
                             }) &&
         std::ranges::all_of(scenario.variants, [&](const VariantSpec& variant) {
           return is_kernel(scenario, variant.name);
         });
}

// All that some trial of the scenario knows, as TrialObjective does.
std::vector<std::string> names_of_trials(const Scenario& scenario) {
  std::vector<std::string> names = {"seconds",         "device_seconds",
                                    "joules",          std::string(kernel_phase) + "_seconds",
                                    "prepare_seconds", input_bytes_fact,
                                    output_bytes_fact, relative_error_fact};
  for (const ArrayProblemDescription& problem : scenario.kernels.problems) {
    for (const ArgumentDescription& argument : problem.arguments) names.push_back(argument.name);
  }
  for (const KernelDescription& kernel : scenario.kernels.kernels) {
    for (const Parameter& parameter : kernel.parameters) names.push_back(parameter.name);
  }
  return names;
}

}  // namespace

void require_objective_names(const Scenario& scenario) {
  const Objective& objective = scenario.objective;
  if (!objective.is_own() || !is_of_files(scenario)) return;
  std::vector<std::string> used;
  static_cast<void>(Expression::parse_collecting(objective.expression(), used));
  const auto known = names_of_trials(scenario);
  for (const std::string& name : used) {
    if (std::ranges::find(known, name) != known.end()) continue;
    throw usage_error("{}: the objective '{}' names '{}', which no trial has; {}", objective.place,
                      objective.label(), name, did_you_mean(name, known));
  }
}

Objective read_objective(const TomlTable& top) {
  Objective objective;
  if (!top.has("objective")) return objective;
  objective.place = top.place_of("objective");
  try {
    const toml::table* table = top.raw()["objective"].as_table();
    if (table != nullptr) {
      objective.name = own_name(top, *table);
    } else {
      top.read("objective", objective.name);
    }
    require_objective(objective.name);
  } catch (const Error& error) {
    if (std::string(error.what()).starts_with(objective.place)) throw;
    throw top.error_at("objective", fmt::format("is wrong: {}", error.what()));
  }
  return objective;
}

}  // namespace assay
