// Memory that runs out on request, for operator new of this executable and SQLite's allocator.
#pragma once

#include <cstdint>

namespace assay::test {

enum class MemoryFault {
  never,
  once,         // one allocation fails
  from_then_on  // one allocation and all that follow fail
};

// Makes SQLite's allocations fail as well. Must be called before the process uses SQLite.
void install_failing_memory();

// Counts the allocations of this thread from 0 during its lifetime and makes number `at` fail. An
// allocation in a spared place (spared_places.hpp) does not fail; the next one outside fails
// instead. There may be one at a time.
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
