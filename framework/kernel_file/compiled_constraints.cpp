#include "framework/kernel_file/compiled_constraints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "framework/core/expression/expression.hpp"
#include "framework/device/kernel.hpp"

namespace assay {

std::vector<std::string> compiled_facts_in(const std::string& expression,
                                           const std::vector<std::string>& others) {
  std::vector<std::string> names = others;
  static_cast<void>(Expression::parse_collecting(expression, names));
  names.erase(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(others.size()));
  std::erase_if(names, [](const std::string& name) {
    return std::ranges::find(device::compiled_facts, name) == device::compiled_facts.end();
  });
  return names;
}

void require_compiled(const KernelDescription& kernel, const FormulaNames& names,
                      const sdk::Kernel& function, const std::string& name) {
  for (const Formula& constraint : kernel.compiled_constraints) {
    FormulaNames own = names;
    std::string told;
    for (const std::string& fact : compiled_facts_in(constraint.text, names.names())) {
      const auto value = static_cast<std::int64_t>(function.fact(fact.c_str()));
      own.add(fact, value);
      told += fmt::format("{}{} = {}", told.empty() ? "" : ", ", fact, value);
    }
    if (own.holds(constraint)) continue;
    throw sdk::Error(ASSAY_UNSUPPORTED, fmt::format("{}: '{}' does not hold for '{}': {}",
                                                    constraint.place, constraint.text, name, told));
  }
}

}  // namespace assay
