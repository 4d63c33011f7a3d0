#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "framework/core/digest.hpp"
#include "framework/device/accelerator.hpp"

namespace assay {

// Copies of inputs on devices, kept from one trial for the next: copying takes longer than most
// trials. A trial takes a copy away, so that no other works with it at the same time, and gives it
// back once it is known to be unchanged.
class KeptInputs {
 public:
  struct Copy {
    std::unique_ptr<device::Buffer> buffer;
    std::uint64_t digest;  // of its bytes, by seed()
  };

  // The seed of all digests, drawn so that no variant can aim at one.
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  // The copy of this memory on the device, if one is there that nobody took.
  [[nodiscard]] std::optional<Copy> take(device::Accelerator& device, const void* input,
                                         std::size_t bytes) {
    const auto found = copies_.find(Key(&device, input, bytes));
    if (found == copies_.end()) return std::nullopt;
    Copy copy = std::move(found->second);
    copies_.erase(found);
    return copy;
  }
  void give_back(device::Accelerator& device, const void* input, Copy copy) {
    const std::size_t bytes = copy.buffer->size();
    copies_.insert_or_assign(Key(&device, input, bytes), std::move(copy));
  }
  [[nodiscard]] bool empty() const { return copies_.empty(); }
  // Frees the memory of the copies that nobody took.
  void clear() { copies_.clear(); }

 private:
  using Key = std::tuple<device::Accelerator*, const void*, std::size_t>;

  std::uint64_t seed_ = drawn_seed();
  std::map<Key, Copy> copies_;
};

}  // namespace assay
