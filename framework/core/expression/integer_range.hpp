#pragma once

#include <cstdint>

#include "framework/core/expression/code.hpp"

namespace assay {

// The bounds of an unknown integer, cut off at the limits of 64 bits.
struct IntegerRange {
  std::int64_t low = 0;
  std::int64_t high = 0;

  // The largest magnitude within the bounds, rounded.
  [[nodiscard]] double magnitude() const;
  [[nodiscard]] bool contains(std::int64_t value) const { return low <= value && value <= high; }
  [[nodiscard]] bool within(std::int64_t least, std::int64_t most) const {
    return least <= low && high <= most;
  }
  // The smallest range that contains both ranges.
  [[nodiscard]] IntegerRange hull(const IntegerRange& other) const;
};

// The bounds of an operator's results for integers within given bounds.
struct IntegerRangeResult {
  IntegerRange range;  // bounds of the results that exist
  bool total = true;   // there always is a result: no overflow, no division by zero
};

// The results of an operator of two integers whose result is an integer; comparisons are excluded.
[[nodiscard]] IntegerRangeResult combine_ranges(Opcode opcode, const IntegerRange& a,
                                                const IntegerRange& b);
// The results of the operators negate and absolute.
[[nodiscard]] IntegerRangeResult range_of_unary(Opcode opcode, const IntegerRange& a);

}  // namespace assay
