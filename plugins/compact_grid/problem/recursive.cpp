#include "compact_grid/problem/recursive.hpp"

#include <cmath>

#include "compact_grid/problem/layout.hpp"

namespace compact_grid {

// The points that differ only in one coordinate.
struct RecursiveGrid::Pole {
  Key key;  // of one of the points; the coordinate varies
  uint dimension;
  uint deepest;  // level
};

// A point of evaluation, and the grid point that a descent has reached.
struct RecursiveGrid::Descent {
  std::span<const double> x;
  Key key;
  long double value = 0;
  long double magnitude = 0;
  long double slack = 0;
};

// The hash function of Fowler, Noll, Vo, applied to words.
std::size_t RecursiveGrid::Hash::operator()(const Key& key) const {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const std::uint32_t word : key) hash = (hash ^ word) * 0x100000001b3U;
  return hash ^ (hash >> 32);
}

RecursiveGrid::Key RecursiveGrid::key_of(const std::vector<uint>& level,
                                         const std::vector<uint>& index) const {
  Key key(level.size());
  for (std::size_t t = 0; t < key.size(); ++t) {
    key[t] = index[t] << (grid_.levels() - (level[t] + 1));  // level + 1 is 0 on the boundary
  }
  return key;
}

RecursiveGrid::RecursiveGrid(const Grid& grid, std::span<const double> values) : grid_(grid) {
  map_.reserve(values.size());
  std::size_t position = 0;
  for_each_point(grid, [&](const GridPoint& point) {
    map_[key_of(point.level, point.index)] = values[position++];
  });
}

std::vector<double> RecursiveGrid::values() const {
  std::vector<double> values;
  values.reserve(map_.size());
  for_each_point(grid_, [&](const GridPoint& point) {
    values.push_back(static_cast<double>(map_.at(key_of(point.level, point.index))));
  });
  return values;
}

// Algorithm 1. Children are processed before the point, whose nodal value they need.
void RecursiveGrid::hierarchize_1d(Pole& pole, std::uint32_t at, uint level, long double left,
                                   long double right) {
  pole.key[pole.dimension] = at;
  long double& value = map_.at(pole.key);
  if (level < pole.deepest) {
    const std::uint32_t half = std::uint32_t{1} << (grid_.levels() - level - 2);
    hierarchize_1d(pole, at - half, level + 1, left, value);
    hierarchize_1d(pole, at + half, level + 1, value, right);
  }
  value -= (left + right) / 2;
}

void RecursiveGrid::hierarchize() {
  const std::uint32_t end = std::uint32_t{1} << grid_.levels();
  for (uint t = 0; t < grid_.dimensions(); ++t) {
    for_each_point(grid_, [&](const GridPoint& point) {
      if (point.level[t] != 0) return;  // a pole is represented by its middle
      uint others = 0;
      for (const uint level : point.level) others += level == ON_BOUNDARY ? 0 : level;
      Pole pole{key_of(point.level, point.index), t, grid_.levels() - 1 - others};
      long double ends[2] = {0, 0};
      for (const std::uint32_t side : {0, 1}) {
        if (!grid_.has_boundary()) continue;
        pole.key[t] = side * end;
        ends[side] = map_.at(pole.key);
      }
      hierarchize_1d(pole, end / 2, 0, ends[0], ends[1]);
    });
  }
}

// Algorithm 2, one dimension after another: takes the levels of this dimension below `levels`, and
// for each of them leaves the rest of the sum to the dimensions after it. `product` is the product
// of the hats so far, `slack` the sum of the products of all of them but one.
void RecursiveGrid::descend(Descent& descent, uint dimension, uint levels, long double product,
                            long double slack) const {
  if (dimension == grid_.dimensions()) {
    const long double coefficient = map_.at(descent.key);
    descent.value += coefficient * product;
    descent.magnitude += std::abs(coefficient) * product;
    descent.slack += std::abs(coefficient) * slack;
    return;
  }
  const long double x = descent.x[dimension];
  const auto visit = [&](std::uint32_t at, long double hat, uint levels_left) {
    descent.key[dimension] = at;
    descend(descent, dimension + 1, levels_left, product * hat, slack * hat + product);
  };
  if (grid_.has_boundary()) {
    visit(0, 1 - x, levels);
    visit(std::uint32_t{1} << grid_.levels(), x, levels);
  }
  std::uint32_t at = std::uint32_t{1} << (grid_.levels() - 1);
  for (uint level = 0; level < levels; ++level) {
    const std::uint32_t width = std::uint32_t{1} << (grid_.levels() - level - 1);
    const long double distance =
        (std::ldexp(x, static_cast<int>(grid_.levels())) - at) / static_cast<long double>(width);
    visit(at, 1 - std::abs(distance), levels - level);
    at = distance < 0 ? at - width / 2 : at + width / 2;
  }
}

Sum RecursiveGrid::evaluate(std::span<const double> x) const {
  Descent descent{x, Key(grid_.dimensions())};
  descend(descent, 0, grid_.levels(), 1, 0);
  return {static_cast<double>(descent.value), static_cast<double>(descent.magnitude),
          static_cast<double>(descent.slack)};
}

}  // namespace compact_grid
