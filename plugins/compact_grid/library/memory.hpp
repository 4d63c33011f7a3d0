// Asking for memory before it is taken, and telling what was.
#pragma once

#include <cstddef>
#include <string>

#include "assay/plugin.hpp"
#include "compact_grid/library/grid.hpp"

namespace compact_grid {

// Throws sdk::Error (ASSAY_OUT_OF_MEMORY) where so many bytes are more than this machine has;
// `what` says what takes them, and `cure` what to change.
void require_memory(double bytes, const std::string& what, const std::string& cure);

// Attaches the facts structure_bytes and bytes_per_point to a trial: what holds the grid's numbers.
void tell_bytes(const assay::sdk::Host& host, std::size_t bytes, const Grid& grid);
// The same of an array of numbers and the grid's tables.
void tell_compact_bytes(const assay::sdk::Host& host, std::size_t array_bytes, const Grid& grid);

}  // namespace compact_grid
