// The points that an operator is made from: all or some points of a grid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sparse_grid {

// Points of a grid on the host, as rows of its two tables. A part refers to rows without copying
// them, because the tables are much larger than what is made from them. Borrows the tables and the
// numbers; copying it is cheap.
class GridPoints {
 public:
  // All points. Both tables are [points][dimensions], with levels >= 1 and odd indices < 2^level,
  // which is not checked.
  GridPoints(std::size_t dimensions, std::span<const std::uint32_t> levels,
             std::span<const std::uint32_t> indices)
      : dimensions_(dimensions),
        size_(levels.size() / dimensions),
        levels_(levels.data()),
        indices_(indices.data()) {}

  // The points with these numbers in the whole grid, in this order; the numbers must be distinct.
  // Points of a part are numbered anew, from 0.
  [[nodiscard]] GridPoints part(std::span<const std::uint32_t> numbers) const {
    GridPoints some = *this;
    some.size_ = numbers.size();
    some.numbers_ = numbers.data();
    return some;
  }

  [[nodiscard]] std::size_t dimensions() const { return dimensions_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  // Vectors of a point, [dimensions()].
  [[nodiscard]] std::span<const std::uint32_t> level(std::size_t point) const {
    return {levels_ + row(point) * dimensions_, dimensions_};
  }
  [[nodiscard]] std::span<const std::uint32_t> index(std::size_t point) const {
    return {indices_ + row(point) * dimensions_, dimensions_};
  }

 private:
  [[nodiscard]] std::size_t row(std::size_t point) const {
    return numbers_ == nullptr ? point : numbers_[point];
  }

  std::size_t dimensions_;
  std::size_t size_;
  const std::uint32_t* levels_;
  const std::uint32_t* indices_;
  const std::uint32_t* numbers_ = nullptr;  // numbers of the rows; null: all rows in order
};

}  // namespace sparse_grid
