// Enumerators by their names.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"

namespace assay {

// The enumerator called `name`, by the position of that name in `names`. Throws usage Error that
// suggests the nearest name; `what` says what the name should have been one of: "cache mode".
template <class Enum, std::size_t n>
[[nodiscard]] Enum enumerator(const std::array<const char*, n>& names, const std::string& name,
                              const char* what) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) {
    throw usage_error("'{}' is no {}; {}", name, what,
                      did_you_mean(name, {names.begin(), names.end()}));
  }
  return static_cast<Enum>(at - names.begin());
}

}  // namespace assay
