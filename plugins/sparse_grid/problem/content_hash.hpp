// What a cache entry depends on, as part of its key.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

#include "sparse_grid/library/grid.hpp"
#include "sparse_grid/library/random.hpp"

namespace sparse_grid {

// Two independent 64-bit hashes side by side, of words in their order.
class ContentHash {
 public:
  void add(std::uint64_t word) {
    low_ = mix(low_ ^ word);
    high_ = mix(high_ + std::rotl(word, 32)) * 0x9e3779b97f4a7c15U;
  }
  void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
  // Their number and each of them; T is double, float or an unsigned integer.
  template <class T>
  void add_all(std::span<const T> values) {
    using Word = std::conditional_t<std::is_integral_v<T>, std::uint64_t, double>;
    add(std::uint64_t{values.size()});
    for (const T value : values) add(Word{value});
  }
  void add(const Grid& grid) {
    add(std::uint64_t{grid.dimensions()});
    add_all(grid.levels());
    add_all(grid.indices());
  }
  [[nodiscard]] std::string text() const { return fmt::format("{:016x}{:016x}", high_, low_); }

 private:
  std::uint64_t low_ = 1;
  std::uint64_t high_ = 2;
};

}  // namespace sparse_grid
