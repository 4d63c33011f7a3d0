// The order in which support lists take data points and grid points, and how lists are walked:
// parameters of every variant of the algorithm.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "assay/plugin.hpp"
#include "sparse_grid/library/data_order.hpp"
#include "sparse_grid/library/grid_points.hpp"

namespace sparse_grid {

// The parameters data_order, order_dimensions, order_bits and tree_order. With
// list_order_constraint no two values of order_dimensions mean the same number of dimensions.
std::vector<assay::sdk::Parameter> list_order_parameters();
assay::sdk::Constraint list_order_constraint();

// The parameter linear_hats, "together" or "each".
assay::sdk::Parameter linear_hats_parameter();

// The orders that a configuration sets.
class ListOrder {
 public:
  // A Configuration has text(name) and integer(name) or size(name); `get` returns its numbers.
  template <class Configuration>
  ListOrder(const Configuration& configuration, const auto& get)
      : curve_(curve_named(configuration.text("data_order"))),
        dimensions_(static_cast<std::size_t>(get("order_dimensions"))),
        bits_(static_cast<std::size_t>(get("order_bits"))),
        rarest_first_(configuration.text("tree_order") == "rarest-first") {}

  friend bool operator==(const ListOrder&, const ListOrder&) = default;

  // The order of data points, by the dimensions that the grid refines most, for tiles of
  // `tile_points` points.
  [[nodiscard]] DataOrder of_data(const GridPoints& grid, std::size_t tile_points) const;
  // The curve of the order of data points, and its cells, as far as they are known without the
  // grid.
  [[nodiscard]] Curve curve() const { return curve_; }
  [[nodiscard]] CurveCells cells(std::size_t dimensions) const {
    return curve_cells(dimensions_ == 0 ? dimensions : std::min(dimensions_, dimensions), bits_);
  }
  // The order of the dimensions by which the grid is a tree.
  [[nodiscard]] std::vector<std::uint32_t> of_dimensions(const GridPoints& grid) const;

 private:
  Curve curve_;
  std::size_t dimensions_;  // used in the order of the data; 0: all
  std::size_t bits_;        // of each of them; 0: as many as fit
  bool rarest_first_;
};

}  // namespace sparse_grid
