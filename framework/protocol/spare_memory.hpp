#pragma once

#include <cstdint>

namespace assay {

// The bytes that processes of this host, and of this process's control groups (version 2), can
// still take before the kernel kills one of them; 0 if the system does not report it.
[[nodiscard]] std::uint64_t spare_memory();

}  // namespace assay
