#include "sparse_grid/library/sorted_paths.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "sparse_grid/library/data_order.hpp"
#include "sparse_grid/library/hat_number.hpp"

namespace sparse_grid {

SortedPaths::SortedPaths(const GridPoints& points, std::span<const std::uint32_t> order)
    : points_(given_order(points.size())) {
  place_fields(points, order);
  make_keys(points, order);
  sort();
}

// Assigns bits to the hats of each dimension. A hat of level l has a number of at most l bits.
void SortedPaths::place_fields(const GridPoints& points, std::span<const std::uint32_t> order) {
  std::vector<std::uint32_t> deepest(order.size(), 1);
  for (std::size_t point = 0; point < points.size(); ++point) {
    const auto level = points.level(point);
    for (std::size_t k = 0; k < level.size(); ++k) deepest[k] = std::max(deepest[k], level[k]);
  }
  words_.emplace_back();
  for (std::uint32_t place = 0; place < order.size(); ++place) {
    const std::uint32_t level = deepest[order[place]];
    const std::uint32_t bits = level == 1 ? 0 : level;
    if (bits > words_.back().lowest) words_.emplace_back();
    Word& word = words_.back();
    for (std::uint32_t bit = 0; bit < bits; ++bit) word.place_of_bit[--word.lowest] = place;
    fields_.push_back({static_cast<std::uint32_t>(words_.size() - 1), word.lowest % word_bits,
                       (std::uint64_t{1} << bits) - 1});
  }
}

void SortedPaths::make_keys(const GridPoints& points, std::span<const std::uint32_t> order) {
  keys_.resize(points.size() * words_.size());
  for (std::size_t point = 0; point < points.size(); ++point) {
    const auto level = points.level(point);
    const auto index = points.index(point);
    std::uint64_t* const key = keys_.data() + point * words_.size();
    for (std::size_t place = 0; place < order.size(); ++place) {
      const std::uint32_t k = order[place];
      key[fields_[place].word] |= std::uint64_t{number_of({level[k], index[k]})}
                                  << fields_[place].shift;
    }
  }
}

// Sorts by counting, the least significant digit first.
void SortedPaths::sort() {
  std::vector<std::uint32_t> sorted(size());
  for (std::size_t word = words_.size(); word-- > 0;) {
    for (std::uint32_t shift = words_[word].lowest; shift < word_bits; shift += digit_bits) {
      sort_by_digit(word, shift, sorted);
      points_.swap(sorted);
    }
  }
  std::vector<std::uint64_t> in_order(keys_.size());
  auto to = in_order.begin();
  for (const std::uint32_t point : points_) {
    to = std::copy_n(keys_.begin() + static_cast<std::ptrdiff_t>(point * words_.size()),
                     words_.size(), to);
  }
  keys_ = std::move(in_order);
}

void SortedPaths::sort_by_digit(std::size_t word, std::uint32_t shift,
                                std::span<std::uint32_t> sorted) const {
  const auto digit = [&](std::size_t point) {
    return keys_[point * words_.size() + word] >> shift & (digits - 1);
  };
  std::array<std::uint32_t, digits + 1> starts{};
  for (std::size_t point = 0; point < size(); ++point) ++starts[digit(point) + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  for (const std::uint32_t point : points_) sorted[starts[digit(point)]++] = point;
}

std::uint32_t SortedPaths::parting(std::size_t i) const {
  if (i == 0) return 0;
  const std::uint64_t* const key = keys_.data() + i * words_.size();
  const std::uint64_t* const before = key - words_.size();
  for (std::size_t w = 0; w < words_.size(); ++w) {
    if (key[w] != before[w]) {
      return words_[w]
          .place_of_bit[static_cast<std::size_t>(std::bit_width(key[w] ^ before[w])) - 1];
    }
  }
  return static_cast<std::uint32_t>(fields_.size());
}

}  // namespace sparse_grid
