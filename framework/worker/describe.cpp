#include "framework/worker/describe.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <span>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/kernel_file/plugin_values.hpp"

namespace assay {
namespace {

// ---- checks ------------------------------------------------------------------------------------

const char* required(const char* text, const char* what, const std::string& owner) {
  if (text == nullptr) throw environment_error("{} has no {}", owner, what);
  return text;
}

const char* required_name(const char* name, const std::string& owner) {
  if (*required(name, "name", owner) == '\0')
    throw environment_error("{} has an empty name", owner);
  return name;
}

template <class T>
std::span<const T> items(const T* first, std::size_t count, const char* what,
                         const std::string& owner) {
  if (first == nullptr && count > 0) {
    throw environment_error("{} declares {} {} but provides none", owner, count, what);
  }
  return {first, count};
}

// `last` is the last member of version 1.
template <class T, class Member>
void check_struct_size(const T& described, Member T::*last, const std::string& owner) {
  if (!has_member(described, last)) {
    throw environment_error("{} is described in {} bytes, too few for ABI version {}", owner,
                            described.size, ASSAY_ABI_VERSION);
  }
}

// The number of an enumerator that came across the boundary: a value that the enumeration does not
// have must not be read as one (undefined behaviour, which compilers exploit).
template <class Enum>
int raw(const Enum& enumerator) {
  static_assert(sizeof(Enum) == sizeof(int));
  int value = 0;
  std::memcpy(&value, &enumerator, sizeof value);
  return value;
}

void check_value(const assay_value& value, const std::string& owner) {
  if (const int kind = raw(value.kind); kind < ASSAY_BOOL || kind > ASSAY_TEXT) {
    throw environment_error("{} has a value of unknown kind {}", owner, kind);
  }
  switch (value.kind) {
    case ASSAY_BOOL:
    case ASSAY_INTEGER:
      return;
    case ASSAY_REAL:
      if (!std::isfinite(value.real))
        throw environment_error("{} has a value that is not finite", owner);
      return;
    case ASSAY_TEXT:
      required(value.text, "text in a text value", owner);
      return;
  }
}

// Checks that values are of one kind, without duplicates, with the default among them.
void check_values(std::span<const assay_value> values, const assay_value& default_value,
                  const std::string& owner) {
  check_value(default_value, owner);
  std::set<Value> seen;
  for (const assay_value& value : values) {
    check_value(value, owner);
    if (value.kind != default_value.kind) {
      throw environment_error("{} mixes {} and {}", owner, kind_name(value_of(default_value)),
                              kind_name(value_of(value)));
    }
    if (!seen.insert(value_of(value)).second) {
      throw environment_error("{} lists {} twice", owner, to_string(value_of(value)));
    }
  }
  if (!seen.contains(value_of(default_value))) {
    throw environment_error("{} has the default {}, which is not among its values", owner,
                            to_string(value_of(default_value)));
  }
}

void check_unique(std::set<std::string>& seen, const char* name, const char* what,
                  const std::string& owner) {
  if (!seen.insert(name).second) {
    throw environment_error("{} has two {} named '{}'", owner, what, name);
  }
}

void require_function(bool present, const char* name, const std::string& owner) {
  if (!present) throw environment_error("{} lacks the function '{}'", owner, name);
}

void check_domains(const assay_problem& problem, const std::set<std::string>& arguments,
                   const std::string& owner) {
  for (const auto& d : items(problem.domains, problem.domain_count, "domains", owner)) {
    const std::string domain = fmt::format(
        "the domain of '{}' of {}", required_name(d.argument, "a domain of " + owner), owner);
    if (!arguments.contains(d.argument)) {
      throw environment_error("{} belongs to no argument; {}", domain,
                              did_you_mean(d.argument, {arguments.begin(), arguments.end()}));
    }
    if (!(d.lowest <= d.highest) || !std::isfinite(d.lowest) || !std::isfinite(d.highest)) {
      throw environment_error(
          "{} runs from {} to {}: both ends must be finite, the lower one first", domain, d.lowest,
          d.highest);
    }
  }
}

void check_problem(const assay_problem& problem) {
  check_struct_size(problem, &assay_problem::domain_count, "a problem");
  const std::string owner = fmt::format("problem '{}'", required_name(problem.name, "a problem"));
  required(problem.doc, "doc", owner);
  std::set<std::string> names;
  for (const auto& a : items(problem.arguments, problem.argument_count, "arguments", owner)) {
    const std::string argument =
        fmt::format("argument '{}' of {}", required_name(a.name, "an argument of " + owner), owner);
    required(a.doc, "doc", argument);
    check_unique(names, a.name, "arguments", owner);
    check_value(a.default_value, argument);
    const auto choices = items(a.choices, a.choice_count, "choices", argument);
    if (!choices.empty()) check_values(choices, a.default_value, argument);
  }
  check_domains(problem, names, owner);
  std::set<std::string> tensors;
  for (const auto& t : items(problem.tensors, problem.tensor_count, "tensors", owner)) {
    check_unique(tensors, required_name(t.name, "a tensor of " + owner), "tensors", owner);
    required(t.doc, "doc", fmt::format("tensor '{}' of {}", t.name, owner));
  }
  require_function(problem.create != nullptr, "create", owner);
  require_function(problem.destroy != nullptr, "destroy", owner);
  require_function(problem.inputs != nullptr, "inputs", owner);
  require_function(problem.outputs != nullptr, "outputs", owner);
  require_function(problem.reference != nullptr || problem.check != nullptr, "reference", owner);
  require_function(problem.work != nullptr, "work", owner);
  require_function(problem.facts != nullptr, "facts", owner);
}

void check_variant(const assay_variant& variant) {
  check_struct_size(variant, &assay_variant::queues, "a variant");
  const std::string owner = fmt::format("variant '{}'", required_name(variant.name, "a variant"));
  required_name(variant.problem, "the problem of " + owner);
  required(variant.doc, "doc", owner);
  if (const int backend = raw(variant.backend); backend < ASSAY_CPU || backend > ASSAY_CUDA) {
    throw environment_error("{} has the unknown backend {}", owner, backend);
  }
  std::set<std::string> names;
  for (const auto& p : items(variant.parameters, variant.parameter_count, "parameters", owner)) {
    const std::string parameter = fmt::format(
        "parameter '{}' of {}", required_name(p.name, "a parameter of " + owner), owner);
    required(p.doc, "doc", parameter);
    check_unique(names, p.name, "parameters", owner);
    check_values(items(p.values, p.value_count, "values", parameter), p.default_value, parameter);
  }
  for (const auto& c : items(variant.constraints, variant.constraint_count, "constraints", owner)) {
    required(c.expression, "expression in a constraint", owner);
    required(c.reason, "reason for a constraint", owner);
  }
  require_function(variant.prepare != nullptr, "prepare", owner);
  require_function(variant.run != nullptr, "run", owner);
  require_function(variant.destroy != nullptr, "destroy", owner);
}

// ---- descriptions ------------------------------------------------------------------------------

std::vector<Value> values_of(const assay_value* values, std::size_t count) {
  std::vector<Value> result;
  for (const assay_value& value : std::span(values, count)) result.push_back(value_of(value));
  return result;
}

}  // namespace

void check_plugin(const assay_plugin* plugin) {
  if (plugin == nullptr) {
    throw environment_error(
        "does not support ABI version {} of this assay: rebuild it with this assay's plugin.h",
        ASSAY_ABI_VERSION);
  }
  if (plugin->abi != ASSAY_ABI_VERSION) {
    throw environment_error(
        "was built for ABI version {}, but this assay supports version {}: rebuild it with this "
        "assay's plugin.h",
        plugin->abi, ASSAY_ABI_VERSION);
  }
  check_struct_size(*plugin, &assay_plugin::variant_count, "the plugin");
  required_name(plugin->name, "the plugin");
  required(plugin->version, "version", "the plugin");
  std::set<std::string> problems;
  for (const auto* problem : items(plugin->problems, plugin->problem_count, "problems", "it")) {
    if (problem == nullptr) throw environment_error("lists a problem that is NULL");
    check_problem(*problem);
    check_unique(problems, problem->name, "problems", "the plugin");
  }
  std::set<std::string> variants;
  for (const auto* variant : items(plugin->variants, plugin->variant_count, "variants", "it")) {
    if (variant == nullptr) throw environment_error("lists a variant that is NULL");
    check_variant(*variant);
    const std::string full_name = fmt::format("{} for {}", variant->name, variant->problem);
    check_unique(variants, full_name.c_str(), "variants", "the plugin");
  }
}

ProblemDescription describe(const assay_problem& problem, const std::string& plugin,
                            const std::string& build_id) {
  ProblemDescription result{problem.name, problem.doc, plugin, build_id, {}, {}, {}};
  for (const auto& a : std::span(problem.arguments, problem.argument_count)) {
    result.arguments.push_back(
        {a.name, a.doc, value_of(a.default_value), values_of(a.choices, a.choice_count)});
  }
  for (const auto& t : std::span(problem.tensors, problem.tensor_count)) {
    result.tensors.push_back(
        {t.name, t.doc, t.direction == ASSAY_OUTPUT, t.direction == ASSAY_SETUP});
  }
  for (const auto& domain : std::span(problem.domains, problem.domain_count)) {
    const auto argument =
        std::ranges::find(result.arguments, domain.argument, &ArgumentDescription::name);
    if (argument == result.arguments.end()) continue;  // check_problem has refused it
    argument->domain = {domain.lowest, domain.highest, domain.values_only != 0};
  }
  if (problem.agrees_with != nullptr) {
    result.agrees_with = problem.agrees_with;
  }
  return result;
}

VariantDescription describe(const assay_variant& variant, const std::string& plugin,
                            const std::string& build_id) {
  VariantDescription result{
      variant.name, variant.problem, variant.doc, backend_name(variant.backend),
      plugin,       build_id,        {},          {}};
  for (const auto& p : std::span(variant.parameters, variant.parameter_count)) {
    result.parameters.push_back({p.name, p.doc, values_of(p.values, p.value_count),
                                 value_of(p.default_value),
                                 p.condition == nullptr ? "" : p.condition});
  }
  for (const auto& c : std::span(variant.constraints, variant.constraint_count)) {
    result.constraints.push_back({c.expression, c.reason});
  }
  result.limits = has_member(variant, &assay_variant::limits) && variant.limits != 0;
  result.compiles = variant.compile != nullptr;
  return result;
}

const char* backend_name(assay_backend backend) {
  switch (backend) {
    case ASSAY_CPU:
      return "cpu";
    case ASSAY_OPENCL:
      return "opencl";
    case ASSAY_CUDA:
      break;
  }
  return "cuda";
}

}  // namespace assay
