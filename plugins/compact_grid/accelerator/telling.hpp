// Reports the device memory that a trial's numbers and the grid's tables take, as facts.
#pragma once

#include <cstddef>

#include "compact_grid/accelerator/target.hpp"
#include "compact_grid/library/memory.hpp"

namespace compact_grid::accelerator {

inline void tell_device_bytes(const Target& target, std::size_t number_bytes,
                              std::size_t table_bytes) {
  tell_bytes(target.host, number_bytes + table_bytes, target.grid);
  target.host.trial_fact("table_bytes", static_cast<double>(table_bytes), "bytes");
}

}  // namespace compact_grid::accelerator
