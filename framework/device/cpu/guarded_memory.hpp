#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "framework/device/guards.hpp"

namespace assay::device {

// Memory of the host between two guard zones, and behind each of them pages that nobody may touch:
// what is written near the memory is found afterwards, what is written or read further out ends the
// process at once, and name_guard_page tells where.
class GuardedMemory {
 public:
  // Aligned to a page; what it holds is undefined. `name`, which is copied, is for messages. Throws
  // std::bad_alloc.
  GuardedMemory(std::size_t bytes, const std::string& name);
  ~GuardedMemory();
  GuardedMemory(GuardedMemory&& other) noexcept;
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;

  [[nodiscard]] std::span<std::byte> bytes() const { return {data_, size_}; }

  // How far out of the memory somebody wrote, as its guard zones tell.
  [[nodiscard]] GuardDamage damage() const;
  // Gives the zones other contents.
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

// From now on a fault in a page that nobody may touch is told on standard error before it ends the
// process: by how many bytes it missed which memory. Faults elsewhere are as they were.
void name_guard_pages();

}  // namespace assay::device
