#pragma once

#include <cstdint>

namespace assay {

// Bytes that processes of this host, and of this one's control groups (version 2), can still take
// before the kernel ends one of them; 0 if it does not say.
[[nodiscard]] std::uint64_t spare_memory();

}  // namespace assay
