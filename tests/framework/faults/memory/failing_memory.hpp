// Memory that runs out: operator new of this executable, and SQLite's allocator.
#pragma once

#include <cstdint>

namespace assay::test {

enum class MemoryFault {
  never,
  once,         // one allocation fails
  from_then_on  // and all that follow
};

// Has SQLite's allocations fail as well. Before the process uses SQLite.
void install_failing_memory();

// As long as it lives, allocations of this thread count from 0, and that of a number fails. One at
// a time. One in a spared place (spared_places.hpp) does not fail, but the next one behind it.
class FailingMemory {
 public:
  explicit FailingMemory(MemoryFault fault, std::uint64_t at = 0);
  ~FailingMemory();
  FailingMemory(const FailingMemory&) = delete;
  FailingMemory& operator=(const FailingMemory&) = delete;

  [[nodiscard]] static std::uint64_t allocations();
  [[nodiscard]] static bool failed();
};

}  // namespace assay::test
