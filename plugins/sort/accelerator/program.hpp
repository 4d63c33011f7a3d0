// The names from the SDK that the sorts of this folder use, and log2_of.
#pragma once

#include <cstddef>
#include <cstdint>

#include "assay/plugin.hpp"

namespace sorting::accelerator {

using assay::sdk::Device;
using assay::sdk::ParameterSet;
using assay::sdk::quotient_up;
using assay::sdk::rounded_up;

// log2 of a power of two.
constexpr std::uint32_t log2_of(std::size_t power) {
  std::uint32_t exponent = 0;
  while (power >> (exponent + 1) != 0) ++exponent;
  return exponent;
}

}  // namespace sorting::accelerator
