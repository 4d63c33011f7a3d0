// A disk that fails as it is told: SQLite's default file system of this process, over the one it
// would have otherwise.
#pragma once

#include <cstdint>
#include <filesystem>

namespace assay::test {

enum class DiskFault {
  once,          // an I/O error of one operation
  from_then_on,  // an I/O error of that one and all that follow
  full,          // no write succeeds from then on, nor does anything grow
  power_loss     // nothing works from then on, and what was not synced may be lost
};
[[nodiscard]] const char* to_string(DiskFault fault);

// There is one for the process. It counts what SQLite asks of files: opening, reading, writing,
// truncating, syncing, asking for sizes and existence, deleting, locking, and shared memory.
namespace faulty_disk {

// Makes it SQLite's default. Databases opened from then on lie on it.
void install();

// From here on operations count from 0, and the one of that number fails, or the first one behind
// it that can fail so. Until mend() is called.
void break_at(DiskFault fault, std::uint64_t operation);
// The same without a fault, to count what there is.
void count();
[[nodiscard]] std::uint64_t operations();
[[nodiscard]] bool broken();  // whether the fault has happened

// Ends the fault. After a power loss each file holds what was synced and, drawn by `seed`, some of
// the later writes: each is kept, lost, or torn into sectors of 512 bytes of which some are kept.
// As sectors come through or do not, no other order of the writes leaves more that can be found.
// Files that were created or deleted since their folder was synced may be there or not. Every
// connection must be closed.
void mend(std::uint64_t seed);

}  // namespace faulty_disk
}  // namespace assay::test
