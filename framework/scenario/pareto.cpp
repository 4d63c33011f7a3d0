#include "framework/scenario/pareto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "framework/core/error.hpp"
#include "framework/core/expression/expression.hpp"

namespace assay {
namespace {

// The texts of a key, each with its place; the key may hold one or several.
std::vector<std::pair<std::string, std::string>> placed_texts(const TomlTable& reader,
                                                              const char* key, const char* what) {
  std::vector<std::pair<std::string, std::string>> texts;
  const auto add = [&](const toml::node& node) {
    const auto* text = node.as_string();
    if (text == nullptr || text->get().empty()) {
      throw usage_error("{}: 'pareto.{}' must hold {}, not {}", location(node), key, what,
                        text == nullptr ? kind_of(node) : "an empty text");
    }
    texts.emplace_back(text->get(), location(node));
  };
  const toml::node* node = reader.raw().get(key);
  if (node == nullptr) return texts;
  if (const auto* array = node->as_array()) {
    for (const auto& element : *array) add(element);
  } else {
    add(*node);
  }
  return texts;
}

// Throws usage Error for a quantity derived against another instance: a single trial does not
// determine it.
void require_own(const std::string& name, const std::string& key, const std::string& place,
                 const Scenario& scenario) {
  for (const DerivedQuantity& quantity : scenario.beside.derived) {
    if (quantity.name != name || quantity.against.empty()) continue;
    throw usage_error(
        "{}: 'pareto.{}' names '{}', which is derived from another instance ({}); name a quantity "
        "of the trial itself",
        place, key, name, quantity.place);
  }
}

void read_axes(const TomlTable& reader, const char* key, const Scenario& scenario,
               ParetoSpec& spec) {
  for (const auto& [name, place] : placed_texts(reader, key, "names of quantities")) {
    const auto known =
        std::find_if(spec.axes.begin(), spec.axes.end(),
                     [&, &wanted = name](const auto& a) { return a.name == wanted; });
    if (known != spec.axes.end()) {
      throw usage_error(
          "{}: 'pareto.{}' names '{}', as {} already does; name it once, in `higher` or in `lower`",
          place, key, name, known->place);
    }
    // If energy is minimised, the time is a separate quantity.
    const Objective& objective = scenario.objective;
    if (!objective.is_own() && name == (objective.is_energy() ? "joules" : "seconds")) {
      throw usage_error(
          "{}: 'pareto.{}' names '{}', which is the objective itself and always counts; leave it "
          "out",
          place, key, name);
    }
    require_own(name, key, place, scenario);
    spec.axes.push_back({name, std::string(key) == "higher", place});
  }
}

void read_requirements(const TomlTable& reader, const Scenario& scenario, ParetoSpec& spec) {
  for (const auto& [text, place] :
       placed_texts(reader, "require", "expressions such as \"accuracy >= 0.9\"")) {
    std::vector<std::string> names;
    try {
      (void)Expression::parse_collecting(text, names);
    } catch (const Error& error) {
      throw usage_error("{}: 'pareto.require' is not an expression: {}", place, error.what());
    }
    for (const auto& name : names) require_own(name, "require", place, scenario);
    spec.requirements.push_back({text, place});
  }
}

// The scenario's instances, restricted to the problems named, if any.
std::vector<InstancePattern> instances_of(const TomlTable& reader, const Scenario& scenario) {
  if (!reader.has("problem")) return scenario.instances;
  std::vector<InstancePattern> instances;
  for (const auto& [name, place] : placed_texts(reader, "problem", "names of problems")) {
    const std::size_t before = instances.size();
    std::copy_if(scenario.instances.begin(), scenario.instances.end(),
                 std::back_inserter(instances),
                 [&, &wanted = name](const auto& i) { return i.problem == wanted; });
    if (instances.size() > before) continue;
    throw usage_error(
        "{}: 'pareto.problem' is '{}', which is not the problem of any [[instance]] of the "
        "scenario",
        place, name);
  }
  return instances;
}

}  // namespace

ParetoSpec read_pareto(const TomlTable& top, const Scenario& scenario) {
  ParetoSpec spec;
  const auto* table = top.table("pareto");
  if (table == nullptr) return spec;
  const TomlTable reader(*table, "pareto", {"problem", "higher", "lower", "require", "across"});
  spec.place = location(*table);
  read_axes(reader, "higher", scenario, spec);
  read_axes(reader, "lower", scenario, spec);
  read_requirements(reader, scenario, spec);
  for (const auto& [name, place] : placed_texts(reader, "across", "names of arguments")) {
    spec.across.push_back({name, place});
  }
  if (spec.empty()) {
    throw usage_error(
        "{}: 'pareto' is empty: say what counts besides the objective in `higher` or `lower`, or "
        "what must hold in `require`",
        spec.place);
  }
  spec.instances = instances_of(reader, scenario);
  return spec;
}

}  // namespace assay
