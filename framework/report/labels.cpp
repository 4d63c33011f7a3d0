#include "framework/report/labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace assay {
namespace {

// The arguments with which the instances of one problem are not all alike.
std::set<std::string> differing(const std::vector<InstanceComparison*>& instances) {
  std::map<std::string, std::set<std::string>> values;
  std::map<std::string, std::size_t> bound;
  for (const InstanceComparison* instance : instances) {
    for (const auto& [name, value] : instance->record.arguments) {
      values[name].insert(canonical_text({{name, value}}));
      ++bound[name];
    }
  }
  std::set<std::string> names;
  for (const auto& [name, distinct] : values) {
    if (distinct.size() > 1 || bound[name] < instances.size()) {
      names.insert(name);
    }
  }
  return names;
}

void label_problem(const std::vector<InstanceComparison*>& instances) {
  const std::set<std::string> names = differing(instances);
  std::map<std::string, int> uses;
  for (InstanceComparison* instance : instances) {
    Bindings shown;
    for (const auto& argument : instance->record.arguments) {
      if (names.count(argument.first) != 0) {
        shown.push_back(argument);
      }
    }
    instance->label = instance->record.problem;
    if (!shown.empty()) {
      instance->label += fmt::format(" {}", to_string(shown));
    }
    ++uses[instance->label];
  }
  for (InstanceComparison* instance : instances) {
    if (uses[instance->label] > 1) {
      instance->label += fmt::format(" inputs={}", instance->record.input_digest.substr(0, 8));
    }
  }
}

}  // namespace

void label_instances(std::vector<InstanceComparison>& instances) {
  std::map<std::string, std::vector<InstanceComparison*>> problems;
  for (InstanceComparison& instance : instances) {
    problems[instance.record.problem].push_back(&instance);
  }
  for (const auto& [name, members] : problems) {
    label_problem(members);
  }
}

void label_entries(std::vector<Entry>& entries) {
  for (Entry& entry : entries) {
    const auto any_other = [&](auto differs) {
      return std::any_of(entries.begin(), entries.end(), [&](const Entry& other) {
        return other.variant.name == entry.variant.name && differs(other);
      });
    };
    entry.label = entry.variant.name;
    if (any_other([&](const Entry& other) { return other.device != entry.device; })) {
      entry.label += fmt::format(" ({})", entry.device);
    }
    if (any_other([&](const Entry& other) { return other.variant.id != entry.variant.id; })) {
      entry.label += fmt::format(" [build {}]", entry.variant.build_id.substr(0, 8));
    }
  }
}

}  // namespace assay
