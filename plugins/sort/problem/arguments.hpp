// The checked arguments of sort/pairs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "assay/plugin.hpp"

namespace sorting {

struct Arguments {
  // Throws ASSAY_INVALID for values out of range, for more pairs than can be counted, and for
  // arrays whose places do not fit into a payload.
  explicit Arguments(const assay::sdk::Bindings& bound);

  std::size_t length;  // pairs of each array, or their average
  std::size_t arrays;
  std::string lengths;        // "equal" or "mixed"
  std::size_t payload_bytes;  // 4 or 8
  std::string distribution;
  bool stable;
  std::uint64_t seed;

  [[nodiscard]] std::size_t total() const { return length * arrays; }  // pairs
  // The bytes of host memory for inputs and outputs.
  [[nodiscard]] std::size_t bytes() const { return 2 * total() * (4 + payload_bytes) + 8 * arrays; }
};

std::vector<assay::sdk::Argument> argument_list();

}  // namespace sorting
