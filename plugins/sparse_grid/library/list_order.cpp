#include "sparse_grid/library/list_order.hpp"

#include "sparse_grid/library/nodes.hpp"

namespace sparse_grid {

std::vector<assay::sdk::Parameter> list_order_parameters() {
  return {
      {"data_order",
       "The order in which data points are cut into tiles: along a Z-order or a Hilbert curve, "
       "by halves along the widest dimension (k-d), or as given.",
       {"given", "z-order", "hilbert", "k-d"},
       "z-order"},
      {"order_dimensions",
       "Dimensions that count in the order, starting with those that the grid refines most; 0: "
       "all.",
       {0, 1, 2, 3, 4, 5, 6, 8, 12, 16, 24},
       0,
       "data_order != 'given'"},
      {"order_bits",
       "Bits of each coordinate that count in a curve; 0: as many as fit into 64 bits.",
       {0, 1, 2, 3, 4, 6, 8},
       0,
       "data_order == 'z-order' or data_order == 'hilbert'"},
      {"tree_order",
       "The order of dimensions in which neighbouring entries of a list share factors: as given, "
       "or starting with those that the grid refines least, so that long runs share all but one.",
       {"given", "rarest-first"},
       "rarest-first"}};
}

assay::sdk::Constraint list_order_constraint() {
  return {"order_dimensions < dimensions",
          "0 stands for every dimension of the data, and larger numbers add none"};
}

assay::sdk::Parameter linear_hats_parameter() {
  return {"linear_hats",
          "How the grid points of a run whose hat functions are linear over the tile's box are "
          "handled: together, as one line or by two moments; or separately, like those that are "
          "not linear.",
          {"together", "each"}};
}

DataOrder ListOrder::of_data(const GridPoints& grid, std::size_t tile_points) const {
  DataOrder order{
      .curve = curve_, .dimensions = deepest_first(grid), .bits = bits_, .leaf = tile_points};
  if (dimensions_ != 0 && dimensions_ < order.dimensions.size()) {
    order.dimensions.resize(dimensions_);
  }
  return order;
}

std::vector<std::uint32_t> ListOrder::of_dimensions(const GridPoints& grid) const {
  return rarest_first_ ? rarest_first(grid) : given_order(grid.dimensions());
}

}  // namespace sparse_grid
