// Enumerators by their names.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"

namespace assay {

// The enumerator called `name`, by the position of that name in `names`; nothing if none is.
template <class Enum, std::size_t n>
[[nodiscard]] std::optional<Enum> find_enumerator(const std::array<const char*, n>& names,
                                                  const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return std::nullopt;
  return static_cast<Enum>(at - names.begin());
}

// The enumerator called `name`, which a user may have written. Throws usage Error that suggests the
// nearest of `names`; `what` says what the name should have been one of: "cache mode".
template <class Enum, std::size_t n>
[[nodiscard]] Enum enumerator(const std::array<const char*, n>& names, const std::string& name,
                              const char* what) {
  if (const auto found = find_enumerator<Enum>(names, name)) return *found;
  throw usage_error("'{}' is not a {}; {}", name, what,
                    did_you_mean(name, {names.begin(), names.end()}));
}

}  // namespace assay
