#pragma once

#include <sys/types.h>

#include <cstdint>

namespace assay {

// Bytes that the processes of a group hold in memory or swap and that no file backs: what is
// private, and what is shared (which no limit of the system's counts). What several of them share
// counts for each. 0 where /proc tells nothing.
[[nodiscard]] std::uint64_t held_memory(pid_t group);

}  // namespace assay
