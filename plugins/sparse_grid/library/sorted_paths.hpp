// Grid points in the order of a depth-first walk through their tree (nodes.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sparse_grid/library/grid_points.hpp"

namespace sparse_grid {

// The path to a point of the tree is a number of many bits: the numbers of the hats of the point's
// dimensions, the first dimension of `order` in the most significant bits, with 0 where a dimension
// is not refined. Paths therefore increase in the order of the walk, and two paths agree up to the
// first bit in which they differ.
class SortedPaths {
 public:
  // `order` is a permutation of the dimensions. A place is a position in it.
  SortedPaths(const GridPoints& points, std::span<const std::uint32_t> order);

  // The number of paths, and the number of the point of the i-th path.
  [[nodiscard]] std::size_t size() const { return points_.size(); }
  [[nodiscard]] std::uint32_t point(std::size_t i) const { return points_[i]; }
  // The first place in which the i-th path differs from its predecessor; 0 if there is none.
  [[nodiscard]] std::uint32_t parting(std::size_t i) const;
  // The number of the i-th point's hat in the dimension at a place.
  [[nodiscard]] std::uint32_t hat_number(std::size_t i, std::uint32_t place) const {
    const Field& field = fields_[place];
    return static_cast<std::uint32_t>(keys_[i * words_.size() + field.word] >> field.shift &
                                      field.mask);
  }

 private:
  // The bits of a dimension's hats, which lie within a single word.
  struct Field {
    std::uint32_t word;
    std::uint32_t shift;
    std::uint64_t mask;
  };
  static constexpr std::uint32_t word_bits = 64;
  struct Word {
    std::uint32_t lowest = word_bits;  // lowest of the bits that are used
    std::array<std::uint32_t, word_bits> place_of_bit = {};
  };
  static constexpr std::uint32_t digit_bits = 11;
  static constexpr std::size_t digits = std::size_t{1} << digit_bits;

  void place_fields(const GridPoints& points, std::span<const std::uint32_t> order);
  void make_keys(const GridPoints& points, std::span<const std::uint32_t> order);
  void sort();
  // Sorts points that are sorted by all lower digits by this digit, into `sorted`.
  void sort_by_digit(std::size_t word, std::uint32_t shift, std::span<std::uint32_t> sorted) const;

  std::vector<Field> fields_;  // for the places
  std::vector<Word> words_;    // of a key, the most significant first
  std::vector<std::uint32_t> points_;
  std::vector<std::uint64_t> keys_;  // [points][words]
};

}  // namespace sparse_grid
