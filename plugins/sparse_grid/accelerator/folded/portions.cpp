#include "sparse_grid/accelerator/folded/portions.hpp"

#include <algorithm>
#include <numeric>

namespace sparse_grid::accelerator::folded {

Portions::Portions(std::size_t points, const PortionRule& rule) : growing_(rule.growing) {
  std::vector<std::size_t> sizes{1};
  while (sizes.size() < rule.count) sizes.push_back(sizes.back() * rule.ratio);
  if (!rule.growing) std::ranges::reverse(sizes);
  std::vector<std::size_t> sums(sizes.size());
  std::partial_sum(sizes.begin(), sizes.end(), sums.begin());
  for (const std::size_t sum : sums) {
    const auto last = static_cast<std::uint32_t>(points * sum / sums.back());
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
