#include "sparse_grid/accelerator/layout.hpp"

namespace sparse_grid::accelerator {

std::vector<std::uint32_t> padded(std::vector<std::uint32_t> order, std::size_t stride) {
  order.resize(stride, no_point);
  return order;
}

}  // namespace sparse_grid::accelerator
