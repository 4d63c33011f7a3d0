#pragma once

#include <cstdint>

#include "framework/core/expression/code.hpp"

namespace assay {

// Bounds of an integer that is not known; what does not fit into 64 bits is cut off at their ends.
struct IntegerRange {
  std::int64_t low = 0;
  std::int64_t high = 0;

  // The largest magnitude, rounded.
  [[nodiscard]] double magnitude() const;
  [[nodiscard]] bool contains(std::int64_t value) const { return low <= value && value <= high; }
  [[nodiscard]] bool within(std::int64_t least, std::int64_t most) const {
    return least <= low && high <= most;
  }
  // Bounds of either.
  [[nodiscard]] IntegerRange hull(const IntegerRange& other) const;
};

// Of what an operator makes of integers within given bounds.
struct IntegerRangeResult {
  IntegerRange range;  // of the results that there are
  bool total = true;   // there always is one: no overflow, no division by zero
};

// For the operators of two integers that have an integer as their result, but for comparisons.
[[nodiscard]] IntegerRangeResult combine_ranges(Opcode opcode, const IntegerRange& a,
                                                const IntegerRange& b);
// For negate and absolute.
[[nodiscard]] IntegerRangeResult range_of_unary(Opcode opcode, const IntegerRange& a);

}  // namespace assay
