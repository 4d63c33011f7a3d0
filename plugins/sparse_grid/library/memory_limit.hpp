// How much main memory a variant on the CPU may take.
#pragma once

#include <limits>

#include "assay/plugin.hpp"

namespace sparse_grid {

// Bytes for what a variant keeps beside its inputs: half of the machine's memory, for the data and
// the other copies of it that the host holds need room as well. Infinite where the host does not
// know.
inline double memory_limit(const assay::sdk::Host& host) {
  constexpr double share = 0.5;
  double memory = 0;
  const auto status = host.table().device_fact(host.context(), "memory_bytes", &memory);
  return status == ASSAY_OK ? share * memory : std::numeric_limits<double>::infinity();
}

}  // namespace sparse_grid
