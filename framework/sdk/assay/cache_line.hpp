#pragma once

#include <cstddef>

namespace assay::sdk {

// The bytes that x86-64 and most other processors move between memory and caches at a time.
inline constexpr std::size_t cache_line = 64;

}  // namespace assay::sdk
