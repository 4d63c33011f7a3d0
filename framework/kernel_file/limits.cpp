#include "framework/kernel_file/limits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "framework/core/expression/expression.hpp"
#include "framework/device/limits.hpp"

namespace assay {
namespace {

double limit_value(const KernelLimit& limit, const FormulaNames& names) {
  const double value = names.number(limit.value);
  if (value > 0) return value;
  throw error_at(limit.value.place, fmt::format("'{}' is {}, but a limit is a number above 0, of "
                                                "{}",
                                                limit.value.text, value,
                                                limit.what == ASSAY_LIMIT_POWER ? "W" : "MHz"));
}

}  // namespace

const char* limit_name(const KernelLimit& limit) {
  return device::limit_names.at(static_cast<std::size_t>(limit.what));
}

bool is_named_by_limits(const KernelDescription& kernel, const std::string& parameter) {
  std::vector<std::string> names;
  for (const KernelLimit& limit : kernel.limits) {
    static_cast<void>(Expression::parse_collecting(limit.value.text, names));
  }
  return std::ranges::find(names, parameter) != names.end();
}

Bindings limits_of(const KernelDescription& kernel, const FormulaNames& names) {
  Bindings limits;
  for (const KernelLimit& limit : kernel.limits) {
    static_cast<void>(limit_value(limit, names));  // for what it checks
    limits.emplace_back(limit_name(limit), names.value(limit.value));
  }
  return limits;
}

void limit_device(const KernelDescription& kernel, const FormulaNames& names,
                  const sdk::Host& host) {
  for (const KernelLimit& limit : kernel.limits) {
    host.limit(limit.what, limit_value(limit, names),
               fmt::format("{}: '{}'", limit.value.place, limit.value.text));
  }
}

}  // namespace assay
