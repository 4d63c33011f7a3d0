#include "framework/device/kernel.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "framework/device/device_error.hpp"

namespace assay::device {

double compiled_fact(const std::vector<Fact>& known, const std::string& name) {
  const auto fact = std::ranges::find(known, name, &Fact::name);
  if (fact != known.end()) return fact->value;
  if (std::ranges::find(compiled_facts, name) != compiled_facts.end()) {
    throw DeviceError(ASSAY_UNSUPPORTED,
                      fmt::format("this backend does not say what '{}' of a kernel is", name));
  }
  throw DeviceError(ASSAY_INVALID, fmt::format("kernels have no fact '{}'; theirs are {}", name,
                                               fmt::join(compiled_facts, ", ")));
}

}  // namespace assay::device
