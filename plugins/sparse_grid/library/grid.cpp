#include "sparse_grid/library/grid.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "assay/plugin.hpp"
#include "sparse_grid/library/random.hpp"

namespace sparse_grid {
namespace {

using Vector = std::span<const std::uint32_t>;

constexpr PointNumber empty_slot = std::numeric_limits<PointNumber>::max();

std::uint64_t hash_of(Vector level, Vector index) {
  std::uint64_t hash = 0;
  for (std::size_t k = 0; k < level.size(); ++k) {
    hash = assay::sdk::split_mix(hash ^ (std::uint64_t{level[k]} << 32 | index[k]));
  }
  return hash;
}

assay::sdk::Error invalid(const std::string& message) { return {ASSAY_INVALID, message}; }

// Calls `visit` with every vector of `dimensions` positive entries whose sum is at most `budget`,
// in lexicographic order.
template <class Visit>
void for_each_level(std::vector<std::uint32_t>& level, std::size_t k, std::uint32_t budget,
                    const Visit& visit) {
  if (k == level.size()) return visit();
  const auto rest = static_cast<std::uint32_t>(level.size() - k - 1);
  for (level[k] = 1; level[k] + rest <= budget; ++level[k]) {
    for_each_level(level, k + 1, budget - level[k], visit);
  }
}

// The number of points of a regular grid: binomial(d - 1 + s, s) subgrids of 2^s points for every s
// < level.
double regular_size(std::size_t dimensions, std::uint32_t level) {
  double points = 0;
  double subgrids = 1;
  for (std::uint32_t s = 0; s < level; ++s) {
    points += subgrids * std::exp2(s);
    subgrids = subgrids * static_cast<double>(dimensions + s) / (s + 1.0);
  }
  return points;
}

// Steps through all odd index vectors of a level; returns false after the last one.
bool next_index(Vector level, std::vector<std::uint32_t>& index) {
  for (std::size_t k = index.size(); k-- > 0;) {
    index[k] += 2;
    if (index[k] < (1U << level[k])) return true;
    index[k] = 1;
  }
  return false;
}

}  // namespace

Grid::Grid(std::size_t dimensions) : dimensions_(dimensions), slots_(16, empty_slot) {
  if (dimensions < 1 || dimensions > max_dimensions) {
    throw invalid(
        fmt::format("a sparse grid has 1 to {} dimensions, not {}", max_dimensions, dimensions));
  }
}

Grid Grid::regular(std::size_t dimensions, std::uint32_t level) {
  if (level < 1 || level > max_level) {
    throw invalid(fmt::format("the level of a regular sparse grid must lie in 1 to {}, not at {}",
                              max_level, level));
  }
  Grid grid(dimensions);
  if (const double points = regular_size(dimensions, level); points >= empty_slot) {
    throw invalid(
        fmt::format("a regular sparse grid of {} dimensions and level {} has {:.3g} points, "
                    "more than the {} that are supported",
                    dimensions, level, points, empty_slot));
  }
  std::vector<std::uint32_t> levels(dimensions);
  const auto budget = static_cast<std::uint32_t>(dimensions) + level - 1;
  // Lexicographic order of the levels puts every ancestor before its descendants.
  for_each_level(levels, 0, budget, [&] {
    std::vector<std::uint32_t> index(dimensions, 1);
    do grid.append(levels, index);
    while (next_index(levels, index));
  });
  return grid;
}

Grid Grid::filled(std::size_t dimensions, std::uint32_t level, std::size_t points,
                  std::uint64_t seed) {
  Grid grid = regular(dimensions, level);
  if (points == grid.size()) return grid;
  const Grid next = regular(dimensions, level + 1);
  if (points < grid.size() || points > next.size()) {
    throw invalid(fmt::format(
        "grid_points = {} lies outside {} to {}, the sizes of the regular grids of level {} and {}",
        points, grid.size(), next.size(), level, level + 1));
  }
  // All ancestors of a point of the next level are in the grid, so that any choice of such points
  // is complete. Every choice is equally likely (Knuth, volume 2, algorithm 3.4.2S).
  Random random(seed, 6);
  std::size_t left = next.size() - grid.size();
  for (PointNumber p = 0; p < next.size(); ++p) {
    if (grid.find(next.level(p), next.index(p))) continue;
    if (random.below(left--) < points - grid.size()) grid.insert(next.level(p), next.index(p));
  }
  return grid;
}

Grid Grid::from_points(std::size_t dimensions, Vector levels, Vector indices) {
  Grid grid(dimensions);
  if (levels.size() != indices.size() || levels.size() % dimensions != 0) {
    throw invalid(fmt::format("{} levels and {} indices do not make points of {} dimensions",
                              levels.size(), indices.size(), dimensions));
  }
  for (std::size_t first = 0; first < levels.size(); first += dimensions) {
    const auto before = grid.size();
    const auto number =
        grid.insert(levels.subspan(first, dimensions), indices.subspan(first, dimensions));
    if (number != before || grid.size() != before + 1) {
      throw invalid(fmt::format("grid point {} occurs twice, or before one of its ancestors",
                                first / dimensions));
    }
  }
  return grid;
}

std::optional<PointNumber> Grid::find(Vector level, Vector index) const {
  const PointNumber number = slots_[slot_of(level, index)];
  if (number == empty_slot) return std::nullopt;
  return number;
}

std::optional<PointNumber> Grid::child(PointNumber point, std::size_t dimension, Side side) const {
  const auto l = level(point);
  const auto i = index(point);
  if (l[dimension] == max_level) return std::nullopt;
  std::vector<std::uint32_t> child_level(l.begin(), l.end());
  std::vector<std::uint32_t> child_idx(i.begin(), i.end());
  ++child_level[dimension];
  child_idx[dimension] = child_index(child_idx[dimension], side);
  return find(child_level, child_idx);
}

PointNumber Grid::insert(Vector level, Vector index) {
  require_valid(level, index);
  std::vector<std::uint32_t> l(level.begin(), level.end());
  std::vector<std::uint32_t> i(index.begin(), index.end());
  return insert_completed(l, i);
}

void Grid::require_valid(Vector level, Vector index) const {
  if (level.size() != dimensions_ || index.size() != dimensions_) {
    throw invalid(fmt::format("a point of {} levels and {} indices in a grid of {} dimensions",
                              level.size(), index.size(), dimensions_));
  }
  for (std::size_t k = 0; k < dimensions_; ++k) {
    if (level[k] < 1 || level[k] > max_level || index[k] % 2 == 0 || index[k] >> level[k] != 0) {
      throw invalid(
          fmt::format("level [{}] with index [{}] is not a grid point: in dimension {} the level "
                      "must lie in 1 to {} and the index be odd and below 2^level",
                      fmt::join(level, " "), fmt::join(index, " "), k, max_level));
    }
  }
}

PointNumber Grid::insert_completed(std::vector<std::uint32_t>& level,
                                   std::vector<std::uint32_t>& index) {
  if (const auto known = find(level, index)) return *known;
  for (std::size_t k = 0; k < dimensions_; ++k) {
    if (level[k] == 1) continue;
    const auto own_index = index[k];
    --level[k];
    index[k] = parent_index(own_index);
    insert_completed(level, index);
    ++level[k];
    index[k] = own_index;
  }
  return append(level, index);
}

PointNumber Grid::append(Vector level, Vector index) {
  if (size() >= empty_slot) throw invalid("a sparse grid holds fewer than 2^32 - 1 points");
  if (2 * (size() + 1) > slots_.size()) grow_slots();
  const auto number = static_cast<PointNumber>(size());
  slots_[slot_of(level, index)] = number;
  levels_.insert(levels_.end(), level.begin(), level.end());
  indices_.insert(indices_.end(), index.begin(), index.end());
  ++points_;
  return number;
}

// The slot that holds the point, or the empty one where it belongs.
std::size_t Grid::slot_of(Vector level, Vector index) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_of(level, index) & mask;
  while (slots_[slot] != empty_slot && !(std::ranges::equal(this->level(slots_[slot]), level) &&
                                         std::ranges::equal(this->index(slots_[slot]), index))) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

void Grid::grow_slots() {
  slots_.assign(2 * slots_.size(), empty_slot);
  for (std::size_t p = 0; p < size(); ++p) {
    const auto number = static_cast<PointNumber>(p);
    slots_[slot_of(level(number), index(number))] = number;
  }
}

}  // namespace sparse_grid
