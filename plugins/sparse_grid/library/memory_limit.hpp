// The main memory that a variant on the CPU may take.
#pragma once

#include <limits>

#include "assay/plugin.hpp"

namespace sparse_grid {

// Bytes for the data that a variant keeps in addition to its inputs: half of the machine's memory,
// because the inputs and the host's other copies of them need room as well. Infinite if the host
// does not know the machine's memory.
inline double memory_limit(const assay::sdk::Host& host) {
  constexpr double share = 0.5;
  double memory = 0;
  const auto status = host.table().device_fact(host.context(), "memory_bytes", &memory);
  return status == ASSAY_OK ? share * memory : std::numeric_limits<double>::infinity();
}

}  // namespace sparse_grid
