// The ends of ranges of numbers, { from = 1, to = 64 }, as scenarios write them.
#pragma once

#include <string_view>

#include "framework/scenario/toml_table.hpp"

namespace assay {

inline constexpr double most_exact = 1e15;  // whole numbers up to here are exact as reals

// The number of a key that a range needs. Throws usage Error if it is missing or beyond most_exact.
[[nodiscard]] inline double bound(const TomlTable& range, std::string_view key) {
  if (!range.has(key)) throw range.error_at(key, "is missing: a range needs 'from' and 'to'");
  double number = 0;
  range.read(key, number, -most_exact, most_exact);
  return number;
}

// Whether a key is there and its number is written as a real, as 1.0 is.
[[nodiscard]] inline bool is_real(const TomlTable& range, std::string_view key) {
  const auto* node = range.raw().get(key);
  return node != nullptr && node->is_floating_point();
}

}  // namespace assay
