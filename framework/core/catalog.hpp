// The catalog: what the loaded plugins offer and what the machine has. Workers describe it, and
// every other part uses it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

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

struct Constraint {
  std::string expression;
  std::string reason;  // completes "excluded because ..."
};

struct VariantDescription {
  std::string name;     // "streaming.opencl"
  std::string problem;  // "family/problem"
  std::string doc;
  std::string backend;   // "cpu", "opencl", "cuda"
  std::string plugin;    // name of the plugin it comes from
  std::string build_id;  // hash of the plugin's file: another build is another variant to the store
  std::vector<Parameter> parameters;
  std::vector<Constraint> constraints;
};

// The range of values that may be drawn for an argument in instances that nobody listed.
struct ArgumentDomain {
  double lowest = 0;
  double highest = 0;
  bool values_only = false;  // the argument changes only what inputs hold, not the work
};

struct ArgumentDescription {
  std::string name;
  std::string doc;
  Value default_value;
  std::vector<Value> choices;  // empty: any value of the default's kind
  std::optional<ArgumentDomain> domain = std::nullopt;
};

struct TensorDescription {
  std::string name;
  std::string doc;
  bool output = false;
  bool setup = false;  // an input that variants may prepare from
};

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

struct PluginDescription {
  std::string name;
  std::string version;
  std::string build_id;
  std::string path;
};

// A library that was found but could not be used, with the reason in one line.
struct SkippedPlugin {
  std::string path;
  std::string reason;
};

struct DeviceDescription {
  std::string id;       // "cpu", "opencl:0", "opencl:1", "cuda:0": what scenarios and options name
  std::string backend;  // "cpu", "opencl", "cuda"
  std::string name;     // "AMD EPYC", "pthread-...": matched by substring too
  std::string driver;   // platform and driver version, part of the machine's identity
  bool on_host_cores = false;           // compiling and measuring take turns on such a device
  std::map<std::string, double> facts;  // names usable in constraints
};

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

[[nodiscard]] nlohmann::json to_json(const Parameter& parameter);
[[nodiscard]] Parameter parameter_from_json(const nlohmann::json& json);
[[nodiscard]] nlohmann::json to_json(const Constraint& constraint);
[[nodiscard]] Constraint constraint_from_json(const nlohmann::json& json);
[[nodiscard]] nlohmann::json to_json(const Catalog& catalog);
[[nodiscard]] Catalog catalog_from_json(const nlohmann::json& json);

}  // namespace assay
