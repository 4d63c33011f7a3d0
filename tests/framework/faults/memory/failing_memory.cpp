#include "tests/framework/faults/memory/failing_memory.hpp"

#include <sqlite3.h>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <utility>

#include "tests/framework/faults/memory/spared_places.hpp"

namespace assay::test {
namespace {

struct Counter {
  MemoryFault fault = MemoryFault::never;
  bool armed = false;
  bool failed = false;
  std::uint64_t at = 0;
  std::uint64_t allocations = 0;
};

thread_local Counter counter;

sqlite3_mem_methods sqlite_memory;

bool fails() {
  if (!counter.armed) return false;
  if (counter.allocations++ < counter.at || counter.fault == MemoryFault::never) return false;
  if (counter.failed && counter.fault == MemoryFault::once) return false;
  counter.armed = false;  // examining the stack may allocate
  const bool spared = in_spared_place();
  counter.armed = true;
  counter.failed = counter.failed || !spared;
  return !spared;
}

void* sqlite_allocate(int bytes) { return fails() ? nullptr : sqlite_memory.xMalloc(bytes); }

void* sqlite_reallocate(void* memory, int bytes) {
  return fails() ? nullptr : sqlite_memory.xRealloc(memory, bytes);
}

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (fails()) return nullptr;
  const std::size_t room = bytes == 0 ? 1 : bytes;
  if (alignment <= alignof(std::max_align_t)) return std::malloc(room);
  return std::aligned_alloc(alignment, (room + alignment - 1) / alignment * alignment);
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment) {
  void* memory = allocate(bytes, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void install_failing_memory() {
  find_spared_places();
  if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &sqlite_memory) != SQLITE_OK) {
    throw std::logic_error("SQLite is at work already");
  }
  sqlite3_mem_methods failing = sqlite_memory;
  failing.xMalloc = sqlite_allocate;
  failing.xRealloc = sqlite_reallocate;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &failing);
  // Without this, small allocations of a connection would never reach the replaced functions.
  sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
}

FailingMemory::FailingMemory(MemoryFault fault, std::uint64_t at) {
  counter = {fault, true, false, at, 0};
}

FailingMemory::~FailingMemory() { counter.armed = false; }

std::uint64_t FailingMemory::allocations() { return counter.allocations; }

bool FailingMemory::failed() { return counter.failed; }

}  // namespace assay::test

// All global operators are replaced, because memory that one allocates may be freed by another.
// NOLINTBEGIN(cert-dcl54-cpp,misc-new-delete-overloads)
using assay::test::allocate;
using assay::test::allocate_or_throw;

void* operator new(std::size_t bytes) { return allocate_or_throw(bytes, 1); }
void* operator new[](std::size_t bytes) { return allocate_or_throw(bytes, 1); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes, 1); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  return allocate(bytes, 1);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
// NOLINTEND(cert-dcl54-cpp,misc-new-delete-overloads)
