// Checks of memory before it is allocated, and reports of its use.
#pragma once

#include <cstddef>
#include <string>

#include "assay/plugin.hpp"
#include "compact_grid/library/grid.hpp"

namespace compact_grid {

// Throws sdk::Error (ASSAY_OUT_OF_MEMORY) if `bytes` exceeds this machine's memory; `what` names
// the data that needs it, and `cure` what to change.
void require_memory(double bytes, const std::string& what, const std::string& cure);

// Attaches the facts structure_bytes and bytes_per_point of the structure that holds the grid's
// numbers to a trial.
void tell_bytes(const assay::sdk::Host& host, std::size_t bytes, const Grid& grid);
// Attaches the facts structure_bytes and bytes_per_point of an array of numbers and the grid's
// tables to a trial.
void tell_compact_bytes(const assay::sdk::Host& host, std::size_t array_bytes, const Grid& grid);

}  // namespace compact_grid
