// Grid points in the order of a depth-first walk through their tree (nodes.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sparse_grid/library/grid_points.hpp"

namespace sparse_grid {

// The path to a point of the tree is a number of many bits: the hats of the point's dimensions by
// their numbers, the first of `order` in the most significant bits, 0 where it is not refined. So
// paths are the greater the later the walk comes to them, and two go together up to the first bit
// in which they differ.
class SortedPaths {
 public:
  // `order` is a permutation of the dimensions. A place is one in it.
  SortedPaths(const GridPoints& points, std::span<const std::uint32_t> order);

  // How many there are, and of the i'th the number of its point.
  [[nodiscard]] std::size_t size() const { return points_.size(); }
  [[nodiscard]] std::uint32_t point(std::size_t i) const { return points_[i]; }
  // The first place where the i'th path differs from the one before; 0 if there is none.
  [[nodiscard]] std::uint32_t parting(std::size_t i) const;
  // The number of the i'th point's hat in the dimension of a place.
  [[nodiscard]] std::uint32_t hat_number(std::size_t i, std::uint32_t place) const {
    const Field& field = fields_[place];
    return static_cast<std::uint32_t>(keys_[i * words_.size() + field.word] >> field.shift &
                                      field.mask);
  }

 private:
  // Where a dimension's hats are; none is in two words.
  struct Field {
    std::uint32_t word;
    std::uint32_t shift;
    std::uint64_t mask;
  };
  static constexpr std::uint32_t word_bits = 64;
  struct Word {
    std::uint32_t lowest = word_bits;  // of the bits that are used
    std::array<std::uint32_t, word_bits> place_of_bit = {};
  };
  static constexpr std::uint32_t digit_bits = 11;
  static constexpr std::size_t digits = std::size_t{1} << digit_bits;

  void place_fields(const GridPoints& points, std::span<const std::uint32_t> order);
  void make_keys(const GridPoints& points, std::span<const std::uint32_t> order);
  void sort();
  // Sorts points that are sorted by all lower digits into `sorted`.
  void sort_by_digit(std::size_t word, std::uint32_t shift, std::span<std::uint32_t> sorted) const;

  std::vector<Field> fields_;  // of the places
  std::vector<Word> words_;    // of a key, the most significant first
  std::vector<std::uint32_t> points_;
  std::vector<std::uint64_t> keys_;  // [points][words]
};

}  // namespace sparse_grid
