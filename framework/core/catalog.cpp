#include "framework/core/catalog.hpp"

#include <algorithm>
#include <cctype>

#include "framework/core/error.hpp"
#include "framework/core/json_fields.hpp"
#include "framework/core/names.hpp"

namespace assay {
namespace {

template <class Item, class Name>
std::vector<std::string> names_of(const std::vector<Item>& items, Name name) {
  std::vector<std::string> names;
  for (const auto& item : items) {
    if (std::find(names.begin(), names.end(), name(item)) == names.end()) {
      names.push_back(name(item));
    }
  }
  return names;
}

bool contains_ignoring_case(const std::string& text, const std::string& part) {
  const auto same = [](unsigned char a, unsigned char b) {
    return std::tolower(a) == std::tolower(b);
  };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

std::string device_list(const std::vector<const DeviceDescription*>& devices) {
  std::string text;
  for (const auto* device : devices) {
    if (!text.empty()) text += ", ";
    text += fmt::format("{} ({})", device->id, device->name);
  }
  return text;
}

}  // namespace

const ProblemDescription& Catalog::problem(const std::string& name) const {
  const auto at = std::find_if(problems.begin(), problems.end(),
                               [&](const auto& candidate) { return candidate.name == name; });
  if (at != problems.end()) return *at;
  const auto known = names_of(problems, [](const auto& candidate) { return candidate.name; });
  throw usage_error("there is no problem '{}'; {}", name, did_you_mean(name, known));
}

const DeviceDescription& Catalog::device(const std::string& id_or_name) const {
  std::vector<const DeviceDescription*> matches;
  for (const auto& device : devices) {
    if (device.id == id_or_name) return device;
    const bool named = !id_or_name.empty() && contains_ignoring_case(device.name, id_or_name);
    if (named || device.backend == id_or_name) matches.push_back(&device);
  }
  if (matches.size() == 1) return *matches.front();
  if (matches.size() > 1) {
    throw usage_error("several devices match '{}': {}; name one by its id", id_or_name,
                      device_list(matches));
  }
  const auto known = names_of(devices, [](const auto& candidate) { return candidate.id; });
  throw usage_error("there is no device '{}'; {}", id_or_name, did_you_mean(id_or_name, known));
}

std::vector<const VariantDescription*> Catalog::variants_named(const std::string& problem_name,
                                                               const std::string& name) const {
  std::vector<const VariantDescription*> found;
  const auto all = variants_of(problem_name);
  std::copy_if(all.begin(), all.end(), std::back_inserter(found),
               [&](const auto* candidate) { return candidate->name == name; });
  if (!found.empty()) return found;
  const auto known = names_of(all, [](const auto* candidate) { return candidate->name; });
  throw usage_error("the problem '{}' has no variant '{}'; {}", problem_name, name,
                    did_you_mean(name, known));
}

std::vector<const VariantDescription*> Catalog::variants_of(const std::string& problem_name) const {
  const std::string& known_name = problem(problem_name).name;
  std::vector<const VariantDescription*> found;
  for (const auto& candidate : variants) {
    if (candidate.problem == known_name) found.push_back(&candidate);
  }
  return found;
}

nlohmann::json to_json(const Catalog& catalog) { return json_of(catalog); }

Catalog catalog_from_json(const nlohmann::json& json) {
  return read_json("catalog", [&] { return read_as<Catalog>(json); });
}

}  // namespace assay
