#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace assay {

// A hash table of the numbers 0, 1, ... of items that its user keeps: open addressing over the
// numbers alone, so that the items may lie packed in one vector.
class NumberTable {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }

  // Returns the number of the item with that hash for which same(number) holds. If there is none,
  // the item is new and gets the next free number.
  template <class Same>
  std::uint32_t number(std::uint64_t hash, const Same& same) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    std::size_t at = start(tag);
    for (; slots_[at].number != none; at = next(at)) {
      if (slots_[at].tag == tag && same(slots_[at].number)) return slots_[at].number;
    }
    slots_[at] = {tag, static_cast<std::uint32_t>(size_++)};
    return slots_[at].number;
  }

  // The hash of the words first[0] .. first[count - 1], continued from `state`.
  static std::uint64_t hash(const std::uint32_t* first, std::size_t count,
                            std::uint64_t state = 0) {
    for (std::size_t k = 0; k < count; ++k) {
      state = (state ^ first[k]) * 0x9E3779B97F4A7C15;
      state ^= state >> 29;
    }
    return state * 0x9E3779B97F4A7C15;  // only the upper half is used
  }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t number = none;
  };

  // Tags have 32 bits, as many as numbers, so they spread over any table.
  [[nodiscard]] std::size_t start(std::uint32_t tag) const { return tag & (slots_.size() - 1); }
  [[nodiscard]] std::size_t next(std::size_t at) const { return (at + 1) & (slots_.size() - 1); }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.number == none) continue;
      std::size_t at = start(slot.tag);
      while (slots_[at].number != none) at = next(at);
      slots_[at] = slot;
    }
  }

  std::size_t size_ = 0;
  std::vector<Slot> slots_ = std::vector<Slot>(64);
};

}  // namespace assay
