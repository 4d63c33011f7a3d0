#include "framework/kernel_file/compiled_constraints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "framework/core/expression/expression.hpp"
#include "framework/device/kernel.hpp"

namespace assay {

namespace {

bool is_compiled_fact(const std::string& name) {
  return std::ranges::find(device::compiled_facts, name) != device::compiled_facts.end();
}

// The names in an expression that are not among `others`, in order of appearance.
std::vector<std::string> facts_in(const std::string& expression,
                                  const std::vector<std::string>& others) {
  std::vector<std::string> names = others;
  static_cast<void>(Expression::parse_collecting(expression, names));
  names.erase(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(others.size()));
  return names;
}

std::string not_known(const Formula& constraint, const std::string& function,
                      const std::string& fact) {
  return fmt::format("{}: '{}' for '{}': {}", constraint.place, constraint.text, function,
                     is_compiled_fact(fact)
                         ? fmt::format("'{}' of its compiled code is not known here", fact)
                         : fmt::format("the device does not tell '{}'", fact));
}

// Compiled facts are whole numbers; those of devices need not be.
Value value_of(const std::string& fact, double number) {
  return is_compiled_fact(fact) ? Value(static_cast<std::int64_t>(number)) : Value(number);
}

}  // namespace

std::vector<std::string> compiled_facts_in(const std::string& expression,
                                           const std::vector<std::string>& others) {
  auto names = facts_in(expression, others);
  std::erase_if(names, [](const std::string& name) { return !is_compiled_fact(name); });
  return names;
}

std::vector<std::string> unchecked_constraints(const KernelDescription& kernel,
                                               const FormulaNames& names, const sdk::Host& host,
                                               const std::string& function,
                                               const CompiledFact& compiled) {
  std::vector<std::string> unchecked;
  for (const Formula& constraint : kernel.compiled_constraints) {
    FormulaNames own = names;
    std::string told;
    std::string missing;
    for (const std::string& fact : facts_in(constraint.text, names.names())) {
      const auto value =
          is_compiled_fact(fact) ? compiled(fact) : host.find_device_fact(fact.c_str());
      if (!value && missing.empty()) missing = fact;
      own.add(fact, value_of(fact, value.value_or(0)));
      told += fmt::format("{}{} = {}", told.empty() ? "" : ", ", fact, value.value_or(0));
    }
    if (!missing.empty()) {
      unchecked.push_back(not_known(constraint, function, missing));
    } else if (!own.holds(constraint)) {
      throw sdk::Error(ASSAY_UNSUPPORTED,
                       fmt::format("{}: '{}' does not hold for '{}': {}", constraint.place,
                                   constraint.text, function, told));
    }
  }
  return unchecked;
}

}  // namespace assay
