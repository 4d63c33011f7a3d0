#include "sparse_grid/library/subspaces.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace sparse_grid {
namespace {

SubgridSize larger(SubgridSize a, SubgridSize b, double SubgridSize::*first,
                   double SubgridSize::*second) {
  return std::pair(a.*first, a.*second) < std::pair(b.*first, b.*second) ? b : a;
}

}  // namespace

Subspaces::Subspaces(const Grid& grid) : dimensions_(grid.dimensions()), order_(grid.size()) {
  std::iota(order_.begin(), order_.end(), PointNumber{0});
  std::ranges::sort(order_, [&](PointNumber a, PointNumber b) {
    const auto by_level = std::lexicographical_compare_three_way(
        grid.level(a).begin(), grid.level(a).end(), grid.level(b).begin(), grid.level(b).end());
    return by_level != 0 ? by_level < 0
                         : std::ranges::lexicographical_compare(grid.index(a), grid.index(b));
  });
  for (std::size_t k = 0; k < order_.size(); ++k) {
    const auto level = grid.level(order_[k]);
    if (k > 0 && std::ranges::equal(level, grid.level(order_[k - 1]))) continue;
    first_.push_back(k);
    levels_.insert(levels_.end(), level.begin(), level.end());
  }
  first_.push_back(order_.size());
}

double Subspaces::full_points(std::size_t s) const {
  const auto l = level(s);
  const auto sum = std::accumulate(l.begin(), l.end(), 0U);
  return std::exp2(sum - static_cast<double>(dimensions_));
}

GridStatistics statistics(const Grid& grid) {
  const Subspaces subspaces(grid);
  GridStatistics result;
  result.points = static_cast<double>(grid.size());
  result.subgrids = static_cast<double>(subspaces.size());
  for (std::size_t s = 0; s < subspaces.size(); ++s) {
    const SubgridSize size{static_cast<double>(subspaces.points(s).size()),
                           subspaces.full_points(s)};
    result.full_points += size.full;
    result.average_utilisation += size.used / size.full;
    result.largest_by_used =
        larger(result.largest_by_used, size, &SubgridSize::used, &SubgridSize::full);
    result.largest_by_full =
        larger(result.largest_by_full, size, &SubgridSize::full, &SubgridSize::used);
    result.deepest_level = std::max(result.deepest_level, std::ranges::max(subspaces.level(s)));
  }
  if (subspaces.size() > 0) {
    result.average_utilisation /= result.subgrids;
    result.average_points = result.points / result.subgrids;
  }
  return result;
}

}  // namespace sparse_grid
