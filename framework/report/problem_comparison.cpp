#include "framework/report/problem_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "framework/compare/labels.hpp"

namespace assay {
namespace {

std::optional<Value> argument_of(const InstanceRecord& record, const std::string& name) {
  const Value* value = find(record.arguments, name);
  return value == nullptr ? std::nullopt : std::optional(*value);
}

const Fact* fact_of(const InstanceRecord& record, const std::string& name) {
  const auto found = std::find_if(record.facts.begin(), record.facts.end(),
                                  [&](const Fact& fact) { return fact.name == name; });
  return found == record.facts.end() ? nullptr : &*found;
}

bool is_number(const Value& value) {
  return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
}

using Instances = std::vector<const InstanceComparison*>;

// Each name once, in order of first appearance.
template <class NamesOf>
std::vector<std::string> names_over(const Instances& instances, NamesOf names_of) {
  std::vector<std::string> names;
  for (const InstanceComparison* instance : instances) {
    for (const std::string& name : names_of(instance->record)) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

std::vector<std::string> argument_names(const InstanceRecord& record) {
  std::vector<std::string> names;
  for (const auto& binding : record.arguments) names.push_back(binding.first);
  return names;
}

std::vector<std::string> fact_names(const InstanceRecord& record) {
  std::vector<std::string> names;
  for (const Fact& fact : record.facts) names.push_back(fact.name);
  return names;
}

Feature argument_feature(const std::string& name, const Instances& instances) {
  Feature feature{name, "", true, {}};
  for (const auto* instance : instances) {
    feature.values.push_back(argument_of(instance->record, name));
    feature.numeric &= !feature.values.back() || is_number(*feature.values.back());
  }
  return feature;
}

Feature fact_feature(const std::string& name, const Instances& instances) {
  Feature feature{name, "", true, {}};
  for (const auto* instance : instances) {
    const Fact* fact = fact_of(instance->record, name);
    const bool known = fact != nullptr && std::isfinite(fact->value);
    feature.values.push_back(known ? std::optional<Value>(fact->value) : std::nullopt);
    if (fact != nullptr) feature.unit = fact->unit;
  }
  return feature;
}

// The features that vary: numbers before texts, arguments before facts, many values before few. A
// fact with the name of a varying argument is left out, since it would repeat the argument.
std::vector<Feature> features_of(const Instances& instances) {
  std::vector<Feature> features;
  for (const std::string& name : names_over(instances, argument_names)) {
    features.push_back(argument_feature(name, instances));
  }
  const auto constant = [](const Feature& feature) { return feature.distinct() < 2; };
  std::erase_if(features, constant);
  const std::size_t arguments = features.size();
  for (const std::string& name : names_over(instances, fact_names)) {
    const auto same_name = [&](const Feature& feature) { return feature.name == name; };
    if (std::none_of(features.begin(), features.end(), same_name)) {
      features.push_back(fact_feature(name, instances));
    }
  }
  std::erase_if(features, constant);
  const auto by_worth = [](const Feature& a, const Feature& b) {
    return std::tuple(!a.numeric, b.distinct()) < std::tuple(!b.numeric, a.distinct());
  };
  const auto facts = features.begin() + static_cast<std::ptrdiff_t>(arguments);
  std::stable_sort(features.begin(), facts, by_worth);
  std::stable_sort(facts, features.end(), by_worth);
  std::stable_partition(features.begin(), features.end(),
                        [](const Feature& feature) { return feature.numeric; });
  return features;
}

// The variant, the device, the build and the mark of imports.
using Identity = std::tuple<std::string, std::string, std::int64_t, std::string>;

// Whether builds are shown separately: only if an instance has several builds of one variant on one
// device. Otherwise each instance shows its latest build, which may differ between instances.
bool compares_builds(const Instances& instances) {
  return std::any_of(instances.begin(), instances.end(), [](const auto* instance) {
    std::set<std::pair<std::string, std::string>> places;
    return !std::all_of(instance->entries.begin(), instance->entries.end(), [&](const Entry& e) {
      return places.emplace(e.variant.name, e.device).second;
    });
  });
}

std::vector<Competitor> competitors_of(const Instances& instances) {
  const bool builds = compares_builds(instances);
  std::map<Identity, Competitor> found;
  std::map<std::string, std::set<std::string>> devices;
  for (std::size_t i = 0; i < instances.size(); ++i) {
    for (const Entry& entry : instances[i]->entries) {
      devices[entry.variant.name].insert(entry.device);
      Competitor& competitor = found[{entry.variant.name, entry.device,
                                      builds ? entry.variant.id : 0, imported_mark(entry.variant)}];
      competitor.entries.resize(instances.size());
      competitor.entries[i] = &entry;
      competitor.label = entry.variant.name;
      if (builds) competitor.label += fmt::format(" [build {:.8}]", entry.variant.build_id);
    }
  }
  std::vector<Competitor> competitors;
  for (auto& [identity, competitor] : found) {
    if (devices[std::get<0>(identity)].size() > 1) {
      competitor.label += fmt::format(" ({})", std::get<1>(identity));
    }
    competitor.label += std::get<3>(identity);
    competitors.push_back(std::move(competitor));
  }
  return competitors;
}

// The label without the problem: "tile=4" for "family/problem tile=4".
std::string name_of(const InstanceComparison& instance) {
  const std::string& label = instance.label;
  const std::string prefix = instance.record.problem + " ";
  return label.starts_with(prefix) ? label.substr(prefix.size()) : "the only instance";
}

std::string reference_label(const ProblemComparison& problem) {
  for (std::size_t i = 0; i < problem.instances.size(); ++i) {
    const InstanceComparison& instance = *problem.instances[i];
    if (!instance.reference) continue;
    for (const Competitor& competitor : problem.competitors) {
      if (competitor.entries[i] == &instance.entries[*instance.reference]) return competitor.label;
    }
  }
  return "";
}

}  // namespace

std::size_t Feature::distinct() const {
  std::set<std::string> texts;
  for (const auto& value : values) texts.insert(value ? to_string(*value) : "");
  return texts.size();
}

std::vector<ProblemComparison> problems_of(const Comparison& comparison) {
  std::vector<ProblemComparison> problems;
  for (const MachineComparison& machine : comparison.machines) {
    std::map<std::string, Instances> by_name;
    for (const InstanceComparison& instance : machine.instances) {
      by_name[instance.record.problem].push_back(&instance);
    }
    for (auto& [name, instances] : by_name) {
      ProblemComparison problem;
      problem.label = name;
      if (comparison.machines.size() > 1) problem.label += " on " + machine.machine.fingerprint;
      problem.machine = &machine;
      problem.features = features_of(instances);
      problem.competitors = competitors_of(instances);
      for (const auto* instance : instances) problem.names.push_back(name_of(*instance));
      problem.instances = std::move(instances);
      problem.reference = reference_label(problem);
      problems.push_back(std::move(problem));
    }
  }
  return problems;
}

Standing standing_of(const InstanceComparison& instance, const Entry* entry) {
  if (entry == nullptr) return Standing::absent;
  if (!entry->best) return Standing::failed;
  if (instance.reference && entry == &instance.entries[*instance.reference]) {
    return Standing::reference;
  }
  if (!entry->best->speed_up) return Standing::unrelated;
  const Interval& ratio = *entry->best->speed_up;
  if (!std::isfinite(ratio.upper)) return Standing::inconclusive;
  return ratio.lower > 1   ? Standing::faster
         : ratio.upper < 1 ? Standing::slower
                           : Standing::inconclusive;
}

}  // namespace assay
