// The tensor that describes the grid to a variant, and conversions between precisions.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "assay/plugin.hpp"
#include "compact_grid/library/grid.hpp"

namespace compact_grid {

// The memory of the tensor "grid"; see grid_of.
class ShapeTensor {
 public:
  explicit ShapeTensor(const Grid& grid)
      : words_{grid.dimensions(), grid.levels(), grid.has_boundary() ? 1U : 0U} {}
  [[nodiscard]] assay_tensor view() const {
    return assay::sdk::dense_tensor("grid", {3}, words_.data());
  }

 private:
  std::array<std::uint32_t, 3> words_;
};

template <class T>
std::vector<double> as_doubles(std::span<const T> values) {
  return {values.begin(), values.end()};
}

template <class T>
constexpr double unit_roundoff = std::numeric_limits<T>::epsilon() / 2.0;

}  // namespace compact_grid
