#include "sparse_grid/accelerator/folded/portions.hpp"

#include <algorithm>

namespace sparse_grid::accelerator::folded {

Portions::Portions(std::size_t points, const PortionRule& rule) : growing_(rule.growing) {
  std::vector<std::size_t> sizes{1};
  while (sizes.size() < rule.count) sizes.push_back(sizes.back() * rule.ratio);
  if (!rule.growing) std::ranges::reverse(sizes);
  std::size_t all = 0;
  for (const std::size_t size : sizes) all += size;
  std::size_t end = 0;
  for (const std::size_t size : sizes) {
    end += size;
    const auto last = static_cast<std::uint32_t>(points * end / all);
    if (last > (ends_.empty() ? 0 : ends_.back())) ends_.push_back(last);
  }
}

std::size_t Portions::of_group(const std::uint32_t* tile_ends, std::uint32_t first,
                               std::uint32_t count) const {
  const std::uint32_t point = growing_ ? first + count - 1 : first;
  return static_cast<std::size_t>(std::upper_bound(tile_ends, tile_ends + ends_.size(), point) -
                                  tile_ends);
}

}  // namespace sparse_grid::accelerator::folded
