// Sizes in whole units.
#pragma once

#include <cstddef>

namespace assay::sdk {

// The number of units that hold `items`, the last one possibly not full.
constexpr std::size_t quotient_up(std::size_t items, std::size_t unit) {
  return (items + unit - 1) / unit;
}
// `items` rounded up to a multiple of `unit`.
constexpr std::size_t rounded_up(std::size_t items, std::size_t unit) {
  return quotient_up(items, unit) * unit;
}

}  // namespace assay::sdk
