#pragma once

#include <sys/types.h>

#include <cstdint>

namespace assay {

// The bytes that the processes of a group hold in memory or swap and that no file backs: private
// memory, and shared memory (which no limit of the system counts). Memory that several of them
// share counts for each, and processes younger than a second may be missing. 0 where /proc reports
// nothing.
[[nodiscard]] std::uint64_t held_memory(pid_t group);

}  // namespace assay
