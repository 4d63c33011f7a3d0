// A disk that fails on request: the default SQLite file system of this process, on top of the
// original default.
#pragma once

#include <cstdint>
#include <filesystem>

namespace assay::test {

enum class DiskFault {
  once,          // an I/O error of one operation
  from_then_on,  // I/O errors of one operation and all that follow
  full,          // no write or growth of a file succeeds from one operation on
  power_loss     // no operation succeeds from one on, and unsynced writes may be lost
};
[[nodiscard]] const char* to_string(DiskFault fault);

// Functions of the one faulty disk of the process. It counts the operations that SQLite requests of
// files: opening, reading, writing, truncating, syncing, asking for sizes and existence, deleting,
// locking, and shared memory.
namespace faulty_disk {

// Makes the faulty disk SQLite's default. Databases that are opened afterwards lie on it.
void install();

// Restarts the count of operations at 0. Operation number `operation` fails, or the first one after
// it that can fail in this way. The fault lasts until mend() is called.
void break_at(DiskFault fault, std::uint64_t operation);
// Restarts the count of operations at 0 without a fault, to count the operations of a command.
void count();
[[nodiscard]] std::uint64_t operations();
[[nodiscard]] bool broken();  // whether the fault has happened

// Ends the fault. After a power loss each file holds what was synced and, drawn with `seed`, some
// of the later writes: each write is kept, lost, or torn into sectors of 512 bytes of which some
// are kept. Since any sector may be kept or lost, other orders of the writes would leave nothing
// further to be found. Files that were created or deleted since their folder was synced may exist
// or not. Every connection must be closed.
void mend(std::uint64_t seed);

}  // namespace faulty_disk
}  // namespace assay::test
