#include "framework/compare/labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "framework/store/recorded_search.hpp"

namespace assay {
namespace {

using Records = std::vector<const InstanceRecord*>;

// The arguments in which the instances of one problem differ.
std::set<std::string> differing(const Records& instances) {
  std::map<std::string, std::set<std::string>> values;
  std::map<std::string, std::size_t> bound;
  for (const InstanceRecord* instance : instances) {
    for (const auto& [name, value] : instance->arguments) {
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

// A label with only those arguments that `names` contains.
std::string label_by(const InstanceRecord& instance, const std::set<std::string>& names) {
  Bindings shown;
  for (const auto& argument : instance.arguments) {
    if (names.count(argument.first) != 0) shown.push_back(argument);
  }
  return shown.empty() ? instance.problem
                       : fmt::format("{} {}", instance.problem, to_string(shown));
}

}  // namespace

std::vector<std::string> instance_labels(const std::vector<const InstanceRecord*>& instances) {
  std::map<std::string, Records> problems;
  for (const InstanceRecord* instance : instances) problems[instance->problem].push_back(instance);
  std::map<std::string, std::set<std::string>> names;
  for (const auto& [problem, members] : problems) names[problem] = differing(members);
  std::vector<std::string> labels;
  std::map<std::string, std::set<std::string>> digests;
  for (const InstanceRecord* instance : instances) {
    labels.push_back(label_by(*instance, names[instance->problem]));
    digests[labels.back()].insert(instance->input_digest);
  }
  for (std::size_t k = 0; k < labels.size(); ++k) {
    if (digests[labels[k]].size() < 2) continue;
    labels[k] += fmt::format(" inputs={}", instances[k]->input_digest.substr(0, 8));
  }
  return labels;
}

void label_instances(std::vector<InstanceComparison>& instances) {
  Records records;
  for (const InstanceComparison& instance : instances) records.push_back(&instance.record);
  const auto labels = instance_labels(records);
  for (std::size_t k = 0; k < labels.size(); ++k) instances[k].label = labels[k];
}

std::string imported_mark(const StoredVariant& variant) {
  return variant.plugin == imported_plugin ? " [imported]" : "";
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
    entry.label += imported_mark(entry.variant);
  }
}

}  // namespace assay
