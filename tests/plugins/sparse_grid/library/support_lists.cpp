// Compares support lists with the definition of a support, in exact arithmetic.
#include "sparse_grid/library/support_lists.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "sparse_grid/library/hat.hpp"
#include "sparse_grid/library/support.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/sparse_grid/random_grid.hpp"

using sparse_grid::Grid;
using sparse_grid::GridPoints;
using sparse_grid::ListCut;
using sparse_grid::no_point;
using sparse_grid::Nodes;
using sparse_grid::Random;
using sparse_grid::SupportEntries;

namespace {

using Point = std::vector<std::uint32_t>;  // level and index of each dimension

Point point_at(const GridPoints& grid, std::size_t number) {
  Point point;
  for (std::size_t k = 0; k < grid.dimensions(); ++k) {
    point.push_back(grid.level(number)[k]);
    point.push_back(grid.index(number)[k]);
  }
  return point;
}

// Walks along a list and reconstructs each grid point from the last opened entry and one more hat.
// The walk first opens the entries above the first one, as a kernel does that begins there.
class Walk {
 public:
  Walk(const SupportEntries& entries, std::size_t dimensions)
      : entries_(entries), root_(2 * dimensions, 1) {}

  std::vector<std::pair<std::uint32_t, Point>> along(std::span<const std::uint32_t> list) {
    path_.assign(1, root_);
    parent_ = root_;
    std::vector<std::uint32_t> chain;
    for (auto above = word(list[0], 2); above != NO_ENTRY; above = word(above, 2)) {
      chain.push_back(above);
    }
    for (auto above = chain.rbegin(); above != chain.rend(); ++above) open(*above);
    std::vector<std::pair<std::uint32_t, Point>> met;
    for (const std::uint32_t entry : list) {
      if (ENTRY_OPENS(word(entry, 0))) {
        open(entry);
      } else {
        met.emplace_back(word(entry, 1), refined(parent_, entry));
      }
    }
    return met;
  }

 private:
  [[nodiscard]] std::uint32_t word(std::size_t entry, std::size_t at) const {
    return entries_.words[entry * SupportEntries::entry_words + at];
  }
  [[nodiscard]] Point refined(Point point, std::uint32_t entry) const {
    const std::uint32_t k = ENTRY_DIMENSION(word(entry, 0));
    if (k == ROOT_DIMENSION) return point;
    REQUIRE(point[2 * k] == 1);
    point[2 * k] = entries_.hats[entry].level;
    point[2 * k + 1] = entries_.hats[entry].index;
    return point;
  }
  void open(std::uint32_t entry) {
    const std::uint32_t depth = ENTRY_DEPTH(word(entry, 0));
    REQUIRE(depth <= path_.size());
    path_.resize(depth);
    parent_ = refined(path_.back(), entry);
    path_.push_back(parent_);
  }

  const SupportEntries& entries_;
  Point root_;
  std::vector<Point> path_;
  Point parent_;
};

// Whether the open support of a point meets the closed box; levels are so low that doubles are
// exact. Dimensions of level 1 are left out, as the algorithm does not examine them.
bool meets(const GridPoints& grid, std::size_t point, std::span<const double> lower,
           std::span<const double> upper) {
  for (std::size_t k = 0; k < grid.dimensions(); ++k) {
    if (grid.level(point)[k] == 1) continue;
    const double cell = std::ldexp(1.0, -static_cast<int>(grid.level(point)[k]));
    const double centre = grid.index(point)[k] * cell;
    if (upper[k] <= centre - cell || lower[k] >= centre + cell) return false;
  }
  return true;
}

// The entries of a list, without the list's statements about their hats.
std::vector<std::uint32_t> entries_of(std::span<const std::uint32_t> list) {
  std::vector<std::uint32_t> entries;
  for (const std::uint32_t listed : list) entries.push_back(LISTED_ENTRY(listed));
  return entries;
}

// Checks that a hat is marked as linear in a list if and only if it is a line over the box, and
// that linear ones come last among the neighbours in a run.
template <class Real>
void check_lines(const SupportEntries& entries, std::span<const std::uint32_t> list,
                 std::span<const double> lower, std::span<const double> upper) {
  for (std::size_t at = 0; at < list.size(); ++at) {
    const auto* const words = entries.words.data() + LISTED_ENTRY(list[at]) * std::size_t{4};
    const std::uint32_t k = ENTRY_DIMENSION(words[0]);
    const bool linear = (list[at] & LISTED_LINEAR) != 0;
    if (k == ROOT_DIMENSION || ENTRY_OPENS(words[0])) {
      CHECK_FALSE(linear);
      continue;
    }
    const auto& hat = entries.hats[LISTED_ENTRY(list[at])];
    const auto scale = static_cast<Real>(std::uint64_t{1} << hat.level);
    const Real begin = static_cast<Real>(lower[k]) * scale - static_cast<Real>(hat.index);
    const Real end = static_cast<Real>(upper[k]) * scale - static_cast<Real>(hat.index);
    const bool rises = begin >= -1 && end <= 0;
    const bool falls = begin >= 0 && end <= 1;
    CHECK(linear == (rises || falls));
    if (at == 0) continue;
    const auto* const before = entries.words.data() + LISTED_ENTRY(list[at - 1]) * std::size_t{4};
    if (before[0] == words[0]) CHECK(((list[at - 1] & LISTED_LINEAR) != 0) <= linear);
  }
}

// Whether a kernel finds a point's refined hats positive at x.
template <class Real>
bool is_positive(const GridPoints& grid, std::size_t point, std::span<const Real> x) {
  for (std::size_t k = 0; k < grid.dimensions(); ++k) {
    if (grid.level(point)[k] == 1) continue;
    const auto scale = static_cast<Real>(std::uint64_t{1} << grid.level(point)[k]);
    const Real y = x[k] * scale - static_cast<Real>(grid.index(point)[k]);
    if (!(1 - std::abs(y) > 0)) return false;
  }
  return true;
}

struct Lists {
  std::vector<std::uint32_t> starts;  // [chunks][tiles]
  std::vector<std::uint32_t> ends;    // [tiles]
  std::vector<std::uint32_t> entries;
};

template <class Real>
Lists all_lists(const ListCut<Real>& cut) {
  const auto counts = sparse_grid::count_entries(cut);
  Lists lists;
  lists.starts.resize(counts.size());
  std::uint32_t total = 0;
  for (std::size_t tile = 0; tile < cut.tiles; ++tile) {
    for (std::size_t chunk = 0; chunk < cut.chunks(); ++chunk) {
      lists.starts[chunk * cut.tiles + tile] = total;
      total += counts[chunk * cut.tiles + tile];
    }
    lists.ends.push_back(total);
  }
  lists.entries.assign(total, NO_ENTRY);
  sparse_grid::list_entries<Real>(cut, lists.starts, lists.entries);
  return lists;
}

// A random subset of the points of a grid, with or without their ancestors.
struct Part {
  Part(Random& random, const Grid& grid) {
    const GridPoints all(grid.dimensions(), grid.levels(), grid.indices());
    const bool whole = random.below(2) == 0;
    for (std::uint32_t point = 0; point < grid.size(); ++point) {
      if (whole || random.below(3) == 0) numbers.push_back(point);
    }
    if (numbers.empty()) numbers.push_back(0);
    points.emplace(all.part(numbers));
  }
  std::vector<std::uint32_t> numbers;
  std::optional<GridPoints> points;
};

template <class Real>
void check_lists(Random& random) {
  const std::size_t d = 1 + random.below(random.below(8) == 0 ? 64 : 6);
  const Grid grid = sparse_grid::random_grid(random, d, random.below(12));
  const Part part(random, grid);
  const GridPoints& points = *part.points;
  const std::size_t tile_points = 1 + random.below(9);
  const std::size_t count = 1 + random.below(20);
  const auto exact = sparse_grid::random_points(random, count * d);
  const std::vector<Real> data(exact.begin(), exact.end());
  auto order = sparse_grid::sorted<Real>(
      data, d, sparse_grid::along(static_cast<sparse_grid::Curve>(random.below(4)), d));
  order.resize((count + tile_points - 1) / tile_points * tile_points, no_point);
  const std::size_t tiles = order.size() / tile_points;

  const SupportEntries entries(Nodes(points, random.below(2) == 0
                                                 ? sparse_grid::rarest_first(points)
                                                 : sparse_grid::given_order(d)));
  const ListCut<Real> cut(entries, 1 + random.below(2 * entries.size()),
                          sparse_grid::tile_bounds<Real>(data, d, order, tile_points), tiles);
  const Lists lists = all_lists(cut);
  Walk walk(entries, d);
  for (std::size_t tile = 0; tile < tiles; ++tile) {
    std::vector<double> lower(d, 2);
    std::vector<double> upper(d, -1);
    for (std::size_t i = tile * tile_points; i < (tile + 1) * tile_points; ++i) {
      if (order[i] == no_point) continue;
      for (std::size_t k = 0; k < d; ++k) {
        lower[k] = std::min(lower[k], static_cast<double>(data[order[i] * d + k]));
        upper[k] = std::max(upper[k], static_cast<double>(data[order[i] * d + k]));
      }
    }
    const std::size_t begin = lists.starts[tile];
    const std::size_t length = lists.ends[tile] - begin;
    // The walk must work for the list as a whole and from any entry on.
    const std::size_t middle = random.below(length);
    const auto listed = std::span(lists.entries).subspan(begin, length);
    if (cut.chunks() == 1) check_lines<Real>(entries, listed, lower, upper);
    const auto list = entries_of(listed);
    const auto met = walk.along(list);
    const auto later = walk.along(std::span(list).subspan(middle));
    REQUIRE(later.size() <= met.size());
    CHECK(std::equal(later.rbegin(), later.rend(), met.rbegin()));
    std::set<std::uint32_t> found;
    for (const auto& [number, point] : met) {
      if (number == no_point) continue;
      CHECK(point == point_at(points, number));
      CHECK(found.insert(number).second);
    }
    for (std::uint32_t number = 0; number < points.size(); ++number) {
      const bool is_listed = found.contains(number);
      CHECK(is_listed <= meets(points, number, lower, upper));
      if (is_listed) continue;
      for (std::size_t i = tile * tile_points; i < (tile + 1) * tile_points; ++i) {
        if (order[i] == no_point) continue;
        CHECK_FALSE(is_positive<Real>(points, number, std::span(data).subspan(order[i] * d, d)));
      }
    }
  }
}

}  // namespace

TEST_CASE(
    "Each point that is positive in a tile is in its list, made of its parent, and none whose "
    "support misses its box",
    "[computes]") {
  Random random(2026);
  for (int round = 0; round < 3000; ++round) check_lists<double>(random);
}

TEST_CASE("Neither does rounding to float lose a point") {
  Random random(11);
  for (int round = 0; round < 1000; ++round) check_lists<float>(random);
}

TEST_CASE("A box that ends where a support begins does not meet it, and one number further does") {
  for (const std::uint32_t level : {2U, 3U, 10U, 20U}) {
    const std::uint32_t index = (1U << (level - 1)) + 1;
    const sparse_grid::in_double::real2 shape{std::ldexp(1.0, static_cast<int>(level)),
                                              static_cast<double>(index)};
    const double begin = (index - 1) / shape.x;
    const double end = (index + 1) / shape.x;
    using sparse_grid::in_double::meets_support;
    CHECK_FALSE(meets_support(0, begin, shape));
    CHECK(meets_support(0, std::nextafter(begin, 1.0), shape));
    CHECK_FALSE(meets_support(end, 1, shape));
    CHECK(meets_support(std::nextafter(end, 0.0), 1, shape));
    CHECK(meets_support(0, 1, shape));
    CHECK(meets_support((begin + end) / 2, (begin + end) / 2, shape));
  }
}

TEST_CASE("A grid of one point has lists of one entry") {
  const std::vector<std::uint32_t> ones(2, 1);
  const SupportEntries entries(Nodes(GridPoints(2, ones, ones)));
  const std::vector<double> data{0, 0, 1, 1, 0.5, 0.25};
  const ListCut<double> cut(
      entries, 64,
      sparse_grid::tile_bounds<double>(data, 2, std::vector<std::uint32_t>{0, 1, 2}, 1), 3);
  CHECK(all_lists(cut).entries == std::vector<std::uint32_t>{0, 0, 0});
}
