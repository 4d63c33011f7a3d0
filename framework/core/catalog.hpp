// The catalog: what the loaded plugins offer and what the machine has. Workers describe it, and
// every other part uses it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/fields.hpp"
#include "framework/core/machine.hpp"
#include "framework/core/value.hpp"

namespace assay {

struct Parameter {
  std::string name;
  std::string doc;
  std::vector<Value> values;  // without duplicates, never empty
  Value default_value;        // one of `values`
  std::string condition;      // expression; "" is always true. If false, the default applies
};
void fields(auto& field, Of<Parameter> auto& parameter) {
  field("name", parameter.name);
  field("doc", parameter.doc);
  field("values", parameter.values);
  field("default", parameter.default_value);
  field("condition", parameter.condition);
}

struct Constraint {
  std::string expression;
  std::string reason;  // completes "excluded because ..."
};
void fields(auto& field, Of<Constraint> auto& constraint) {
  field("expression", constraint.expression);
  field("reason", constraint.reason);
}

struct VariantDescription {
  std::string name;     // "streaming.opencl"
  std::string problem;  // "family/problem"
  std::string doc;
  std::string backend;   // "cpu", "opencl", "cuda"
  std::string plugin;    // name of the plugin it comes from
  std::string build_id;  // hash of the plugin's file: another build is another variant to the store
  std::vector<Parameter> parameters;
  std::vector<Constraint> constraints;
  bool limits =
      false;  // whether a trial limits its device's clocks or power, and is measured alone
  bool compiles = false;  // whether it has programs that are compiled before a trial
};
void fields(auto& field, Of<VariantDescription> auto& variant) {
  field("name", variant.name);
  field("problem", variant.problem);
  field("doc", variant.doc);
  field("backend", variant.backend);
  field("plugin", variant.plugin);
  field("build_id", variant.build_id);
  field("parameters", variant.parameters);
  field("constraints", variant.constraints);
  field.optional("limits", variant.limits);
  field.optional("compiles", variant.compiles);
}

// The range of values that may be drawn for an argument in instances that nobody listed.
struct ArgumentDomain {
  double lowest = 0;
  double highest = 0;
  bool values_only = false;  // the argument changes only what inputs hold, not the work
};
void fields(auto& field, Of<ArgumentDomain> auto& domain) {
  field("lowest", domain.lowest);
  field("highest", domain.highest);
  field("values_only", domain.values_only);
}

struct ArgumentDescription {
  std::string name;
  std::string doc;
  Value default_value;
  std::vector<Value> choices;  // empty: any value of the default's kind
  std::optional<ArgumentDomain> domain = std::nullopt;
};
void fields(auto& field, Of<ArgumentDescription> auto& argument) {
  field("name", argument.name);
  field("doc", argument.doc);
  field("default", argument.default_value);
  field("choices", argument.choices);
  field.optional("domain", argument.domain);
}

struct TensorDescription {
  std::string name;
  std::string doc;
  bool output = false;
  bool setup = false;  // an input that variants may prepare from
};
void fields(auto& field, Of<TensorDescription> auto& tensor) {
  field("name", tensor.name);
  field("doc", tensor.doc);
  field("output", tensor.output);
  field("setup", tensor.setup);
}

struct ProblemDescription {
  std::string name;
  std::string doc;
  std::string plugin;
  std::string build_id;
  std::vector<ArgumentDescription> arguments;
  std::vector<TensorDescription> tensors;
  // The variant whose outputs serve as the reference if the problem has no independent one; else
  // "".
  std::string agrees_with = {};
};
void fields(auto& field, Of<ProblemDescription> auto& problem) {
  field("name", problem.name);
  field("doc", problem.doc);
  field("plugin", problem.plugin);
  field("build_id", problem.build_id);
  field("arguments", problem.arguments);
  field("tensors", problem.tensors);
  field("agrees_with", problem.agrees_with);
}

struct PluginDescription {
  std::string name;
  std::string version;
  std::string build_id;
  std::string path;
};
void fields(auto& field, Of<PluginDescription> auto& plugin) {
  field("name", plugin.name);
  field("version", plugin.version);
  field("build_id", plugin.build_id);
  field("path", plugin.path);
}

// A library that was found but could not be used, with the reason in one line.
struct SkippedPlugin {
  std::string path;
  std::string reason;
};
void fields(auto& field, Of<SkippedPlugin> auto& skipped) {
  field("path", skipped.path);
  field("reason", skipped.reason);
}

struct DeviceDescription {
  std::string id;       // "cpu", "opencl:0", "opencl:1", "cuda:0": what scenarios and options name
  std::string backend;  // "cpu", "opencl", "cuda"
  std::string name;     // "AMD EPYC", "pthread-...": matched by substring too
  std::string driver;   // platform and driver version, part of the machine's identity
  bool on_host_cores = false;           // nothing else may work while a trial samples on it
  std::map<std::string, double> facts;  // names usable in constraints
};
void fields(auto& field, Of<DeviceDescription> auto& device) {
  field("id", device.id);
  field("backend", device.backend);
  field("name", device.name);
  field("driver", device.driver);
  field("on_host_cores", device.on_host_cores);
  field("facts", device.facts);
}

struct Catalog {
  MachineRecord machine;
  std::vector<PluginDescription> plugins;
  std::vector<SkippedPlugin> skipped;
  std::vector<ProblemDescription> problems;
  std::vector<VariantDescription> variants;
  std::vector<DeviceDescription> devices;

  // Each of these lookups throws a usage Error that suggests the nearest known name if it finds
  // nothing.
  [[nodiscard]] const ProblemDescription& problem(const std::string& name) const;
  [[nodiscard]] const DeviceDescription& device(const std::string& id_or_name) const;
  // All variants of the problem that are called `name` (several builds may be loaded); never empty.
  [[nodiscard]] std::vector<const VariantDescription*> variants_named(
      const std::string& problem_name, const std::string& name) const;
  [[nodiscard]] std::vector<const VariantDescription*> variants_of(
      const std::string& problem_name) const;
};
void fields(auto& field, Of<Catalog> auto& catalog) {
  field("machine", catalog.machine.attributes);
  field("plugins", catalog.plugins);
  field("skipped", catalog.skipped);
  field("problems", catalog.problems);
  field("variants", catalog.variants);
  field("devices", catalog.devices);
}

[[nodiscard]] nlohmann::json to_json(const Catalog& catalog);
// Throws internal Error on JSON of another shape.
[[nodiscard]] Catalog catalog_from_json(const nlohmann::json& json);

}  // namespace assay
