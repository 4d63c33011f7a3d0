#include "framework/kernel_file/compile_options.hpp"

#include <algorithm>
#include <utility>

#include "framework/kernel_file/braces.hpp"
#include "framework/kernel_file/limits.hpp"

namespace assay {

bool can_be_constant(const Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr || (!text->empty() && text->find(' ') == std::string::npos);
}

std::string constant_text(const Value& value) {
  const auto* boolean = std::get_if<bool>(&value);
  return boolean != nullptr ? (*boolean ? "1" : "0") : to_string(value);
}

std::string with_values(const PlacedText& text, const FormulaNames& names,
                        const std::function<std::string(const Value&)>& written) {
  return with_values_in_braces(text.text, [&](const std::string& name) {
    if (const Value* value = names.find(name)) return written(*value);
    throw error_at(text.place,
                   fmt::format("'{{{}}}' is neither a parameter nor an argument", name));
  });
}

namespace {

// The launches that take place, each once.
std::vector<const KernelLaunch*> launches_in(const std::vector<PlannedRounds>& plan) {
  std::vector<const KernelLaunch*> launches;
  for (const PlannedRounds& part : plan) {
    for (const auto& round : part.rounds) {
      for (const PlannedLaunch& launch : round) {
        if (std::ranges::find(launches, launch.description) != launches.end()) continue;
        launches.push_back(launch.description);
      }
    }
  }
  return launches;
}

// Whether a value that could be a constant is an option of the compiler instead: "-O3", named by
// `options`. As a constant it would replace that name in headers.
bool is_option(const Value& value, const std::string& name, const KernelDescription& kernel) {
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr || !text->starts_with('-')) return false;
  const auto used = names_in_braces(kernel.options.text);
  return std::ranges::find(used, name) != used.end();
}

}  // namespace

Bindings compile_constants(const KernelDescription& kernel, const FormulaNames& names) {
  Bindings constants;
  for (const Parameter& parameter : kernel.parameters) {
    const Value* value = names.find(parameter.name);
    if (value == nullptr || !can_be_constant(*value)) continue;
    if (is_option(*value, parameter.name, kernel)) continue;
    if (is_named_by_limits(kernel, parameter.name)) continue;
    constants.emplace_back(parameter.name, *value);
  }
  for (const auto& [name, formula] : kernel.defines) {
    constants.emplace_back(name, names.value(formula));
  }
  return constants;
}

Bindings compile_constants(const KernelDescription& kernel, const KernelLaunch& launch,
                           const FormulaNames& names) {
  Bindings constants = compile_constants(kernel, names);
  for (const auto& [name, formula] : launch.defines) {
    const auto known = std::ranges::find(constants, name, &Bindings::value_type::first);
    if (known != constants.end()) {
      known->second = names.value(formula);
    } else {
      constants.emplace_back(name, names.value(formula));
    }
  }
  return constants;
}

std::vector<LaunchSet> launch_sets(const KernelDescription& kernel,
                                   const std::vector<PlannedRounds>& plan,
                                   const FormulaNames& names) {
  std::vector<LaunchSet> sets;
  for (const KernelLaunch* launch : launches_in(plan)) {
    Bindings constants = compile_constants(kernel, *launch, names);
    auto known = std::ranges::find(sets, constants, &LaunchSet::constants);
    if (known == sets.end()) known = sets.insert(sets.end(), {std::move(constants), {}});
    known->launches.push_back(launch);
  }
  return sets;
}

sdk::CompileOptions compile_options(const KernelDescription& kernel, const Bindings& constants,
                                    const FormulaNames& names) {
  sdk::CompileOptions options;
  for (const auto& [name, value] : constants) options.define(name, constant_text(value));
  if (!kernel.options.text.empty()) options.flag(with_values(kernel.options, names));
  return options;
}

std::vector<std::string> function_expressions(std::span<const KernelLaunch* const> launches,
                                              const FormulaNames& names) {
  std::vector<std::string> expressions;
  for (const KernelLaunch* launch : launches) {
    std::string name = function_name(*launch, names);
    if (!launch->by_expression || std::ranges::find(expressions, name) != expressions.end()) {
      continue;
    }
    expressions.push_back(std::move(name));
  }
  return expressions;
}

}  // namespace assay
