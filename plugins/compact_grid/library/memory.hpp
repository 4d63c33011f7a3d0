// Asking for memory before it is taken.
#pragma once

#include <string>

namespace compact_grid {

// Throws sdk::Error (ASSAY_OUT_OF_MEMORY) where so many bytes are more than this machine has;
// `what` says what takes them, and `cure` what to change.
void require_memory(double bytes, const std::string& what, const std::string& cure);

}  // namespace compact_grid
