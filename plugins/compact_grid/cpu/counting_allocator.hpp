// The memory that a data structure takes from the system's allocator.
#pragma once

#include <malloc.h>

#include <cstddef>
#include <cstdlib>
#include <new>

namespace compact_grid {

// Bytes that this thread holds through CountingAllocator: sizes as rounded up by malloc, with the
// word that it keeps before each block. An allocator with a pointer to a counter would be a part of
// every container and be counted itself.
inline std::size_t& counted_bytes() {
  thread_local std::size_t bytes = 0;
  return bytes;
}

template <class T>
struct CountingAllocator {
  using value_type = T;

  CountingAllocator() = default;
  template <class U>
  CountingAllocator(const CountingAllocator<U>& /*other*/) {
  }  // NOLINT(google-explicit-constructor)

  T* allocate(std::size_t count) {
    void* const block = std::malloc(count * sizeof(T));
    if (block == nullptr) throw std::bad_alloc();
    counted_bytes() += malloc_usable_size(block) + sizeof(std::size_t);
    return static_cast<T*>(block);
  }
  void deallocate(T* block, std::size_t /*count*/) {
    counted_bytes() -= malloc_usable_size(block) + sizeof(std::size_t);
    std::free(block);
  }
  friend bool operator==(CountingAllocator, CountingAllocator) { return true; }
};

// The bytes that this thread has allocated since the object was made.
class CountedBytes {
 public:
  CountedBytes() : before_(counted_bytes()) {}
  [[nodiscard]] std::size_t bytes() const { return counted_bytes() - before_; }

 private:
  std::size_t before_;
};

}  // namespace compact_grid
