// Orders the samples of a node by their codes of one attribute.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace forest {

// A sample as scans see it: its code in the bits above its label and draws, so that keys sort by
// code.
using CodeKey = std::uint64_t;

inline CodeKey make_key(std::uint32_t code, std::uint16_t label, std::uint16_t draws) {
  return CodeKey{code} << 32 | std::uint32_t{label} << 16 | draws;
}
inline std::uint32_t code_of(CodeKey key) { return static_cast<std::uint32_t>(key >> 32); }
inline std::uint32_t label_of(CodeKey key) { return static_cast<std::uint32_t>(key) >> 16; }
inline std::uint32_t draws_of(CodeKey key) { return static_cast<std::uint32_t>(key) & 0xffffU; }

class CodeOrder {
 public:
  // Sorts keys whose codes lie within `low` to `high`; the result may lie elsewhere and is valid
  // until the next call. Ranks are spread evenly, so that after distributing them to as many
  // buckets as keys little is left to sort; buckets that are crowded nevertheless are sorted on
  // their own.
  std::span<const CodeKey> sort(std::span<CodeKey> keys, std::uint32_t low, std::uint32_t high) {
    if (keys.size() <= insertion_size) {
      insert(keys);
      return keys;
    }
    const std::uint32_t range = high - low;
    const std::uint32_t buckets =
        std::bit_ceil(static_cast<std::uint32_t>(std::min<std::size_t>(keys.size(), most_buckets)));
    const int shift =
        std::max(0, static_cast<int>(std::bit_width(range)) - std::countr_zero(buckets));
    distribute(keys, low, shift, (range >> shift) + 1);
    if (shift > 0) finish(keys.size(), (range >> shift) + 1);
    return std::span<const CodeKey>(sorted_).first(keys.size());
  }

 private:
  static constexpr std::size_t insertion_size = 24;
  static constexpr std::size_t most_buckets = std::size_t{1} << 15;
  static constexpr std::uint32_t crowded = 32;

  static void insert(std::span<CodeKey> keys) {
    for (std::size_t k = 1; k < keys.size(); ++k) {
      const CodeKey key = keys[k];
      std::size_t place = k;
      for (; place > 0 && keys[place - 1] > key; --place) keys[place] = keys[place - 1];
      keys[place] = key;
    }
  }
  void distribute(std::span<const CodeKey> keys, std::uint32_t low, int shift,
                  std::uint32_t buckets) {
    ends_.assign(buckets, 0);
    if (sorted_.size() < keys.size()) sorted_.resize(keys.size());
    for (const CodeKey key : keys) ++ends_[(code_of(key) - low) >> shift];
    std::uint32_t before = 0;
    for (std::uint32_t& end : ends_) before += std::exchange(end, before);
    for (const CodeKey key : keys) sorted_[ends_[(code_of(key) - low) >> shift]++] = key;
  }
  void finish(std::size_t count, std::uint32_t buckets) {
    std::uint32_t begin = 0;
    for (std::uint32_t bucket = 0; bucket < buckets; ++bucket) {
      const std::uint32_t end = ends_[bucket];
      if (end - begin > crowded) std::sort(sorted_.begin() + begin, sorted_.begin() + end);
      begin = end;
    }
    insert(std::span(sorted_).first(count));  // no key leaves its bucket
  }

  std::vector<CodeKey> sorted_;
  std::vector<std::uint32_t> ends_;
};

}  // namespace forest
