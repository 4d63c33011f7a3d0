#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "framework/device/guards.hpp"

namespace assay::device {

// Host memory between two guard zones, which lie between pages that nobody may touch. A write near
// the memory is found afterwards; a read or write further out ends the process at once, and
// name_guard_pages() has its place reported.
class GuardedMemory {
 public:
  // Allocates memory that is aligned to a page and has undefined contents. `name`, which is copied,
  // is for messages. Throws std::bad_alloc.
  GuardedMemory(std::size_t bytes, const std::string& name);
  ~GuardedMemory();
  GuardedMemory(GuardedMemory&& other) noexcept;
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;

  [[nodiscard]] std::span<std::byte> bytes() const { return {data_, size_}; }

  // How far outside the memory something was written, according to its guard zones.
  [[nodiscard]] GuardDamage damage() const;
  // Gives the guard zones new contents.
  void renew_guards();

 private:
  [[nodiscard]] std::span<unsigned char> zone_before() const;
  [[nodiscard]] std::span<unsigned char> zone_after() const;

  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t zone_bytes_ = 0;
  std::byte* mapping_ = nullptr;
  std::size_t mapped_bytes_ = 0;
  GuardSeeds seeds_{};
};

// Has faults in pages that nobody may touch reported from now on: by how many bytes the access
// missed which memory, on standard error, before the fault ends the process. Other faults are
// handled as before.
void name_guard_pages();

}  // namespace assay::device
