#include "framework/scenario/narrow.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"

namespace assay {
namespace {

void keep_variants(Scenario& scenario, const std::vector<std::string>& names) {
  std::vector<VariantSpec> kept;
  std::vector<std::string> known;
  for (const auto& variant : scenario.variants) known.push_back(variant.name);
  for (const auto& name : names) {
    const std::size_t before = kept.size();
    std::ranges::copy_if(scenario.variants, std::back_inserter(kept),
                         [&](const VariantSpec& variant) { return variant.name == name; });
    if (kept.size() > before) continue;
    if (!scenario.variants.empty()) {
      throw usage_error("{} has no variant '{}'; {}", scenario.file.string(), name,
                        did_you_mean(name, known));
    }
    kept.emplace_back().name = name;  // taken from the plugins, unnarrowed
  }
  scenario.variants = std::move(kept);
}

// The value of an argument that the scenario sets; "problem" counts as an argument.
std::optional<Value> value_of(const InstanceSpec& instance, const std::string& name) {
  if (name == "problem") return instance.problem;
  const Value* value = find(instance.arguments, name);
  return value == nullptr ? std::nullopt : std::optional(*value);
}

// Whether an instance has, for each argument named, one of the values given for it.
bool is_wanted(const InstanceSpec& instance, const Bindings& where) {
  return std::ranges::all_of(where, [&](const auto& named) {
    const auto value = value_of(instance, named.first);
    return value && std::ranges::any_of(where, [&](const auto& given) {
             return given.first == named.first && same_value(given.second, *value);
           });
  });
}

void require_argument(const Scenario& scenario, const std::string& name) {
  std::vector<std::string> known{"problem"};
  for (const auto& instance : scenario.instances) {
    if (value_of(instance, name)) return;
    for (const auto& argument : instance.arguments) known.push_back(argument.first);
  }
  throw usage_error("no instance of {} sets '{}'; {}", scenario.file.string(), name,
                    did_you_mean(name, known));
}

std::set<std::string> problems_of(const Scenario& scenario) {
  std::set<std::string> problems;
  for (const auto& instance : scenario.instances) problems.insert(instance.problem);
  return problems;
}

// Removes the dropped problems from the variants, and variants for no other problems altogether.
void drop_problems(Scenario& scenario, const std::set<std::string>& gone) {
  const auto dropped = std::erase_if(scenario.variants, [&](VariantSpec& variant) {
    return std::erase_if(variant.problems, [&](const auto& name) { return gone.contains(name); }) >
               0 &&
           variant.problems.empty();
  });
  if (dropped > 0 && scenario.variants.empty()) {  // an empty list would stand for all variants
    throw usage_error("{} has no variant for the instances that --where leaves; choose others",
                      scenario.file.string());
  }
}

void keep_instances(Scenario& scenario, const Bindings& where) {
  for (const auto& named : where) require_argument(scenario, named.first);
  std::set<std::string> gone = problems_of(scenario);
  for (auto* instances : {&scenario.instances, &scenario.held_out}) {
    std::erase_if(*instances,
                  [&](const InstanceSpec& instance) { return !is_wanted(instance, where); });
  }
  if (scenario.instances.empty()) {
    throw usage_error("no instance of {} has {}", scenario.file.string(), to_string(where));
  }
  for (const auto& problem : problems_of(scenario)) gone.erase(problem);
  drop_problems(scenario, gone);
}

}  // namespace

Scenario narrow(Scenario scenario, const Narrowing& narrowing) {
  if (!narrowing.variants.empty()) keep_variants(scenario, narrowing.variants);
  if (!narrowing.where.empty()) keep_instances(scenario, narrowing.where);
  if (narrowing.trials) scenario.tune.trials = *narrowing.trials;
  if (narrowing.search_seconds) scenario.tune.seconds = *narrowing.search_seconds;
  if (narrowing.seconds) scenario.tune.whole_seconds = *narrowing.seconds;
  return scenario;
}

}  // namespace assay
