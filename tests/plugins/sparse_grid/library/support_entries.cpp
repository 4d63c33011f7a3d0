// Compares the sequence of a large grid, which threads make, with that of the whole tree.
#include "sparse_grid/library/support_entries.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "scattered.hpp"
#include "sparse_grid/library/support.hpp"
#include "tests/catch.hpp"

using namespace sparse_grid;

namespace {

struct Entry {
  std::uint32_t word;
  std::uint32_t point;
  std::uint32_t above;
  std::uint32_t skip;
};
Entry entry_at(const SupportEntries& entries, std::size_t e) {
  const std::uint32_t* const words = &entries.words[SupportEntries::entry_words * e];
  return {words[0], words[1], words[2], words[3]};
}

// Descriptions of entries that do not depend on the order within runs: word, point, path from the
// root down, and the number of entries below.
using Step = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // dimension, level, index
using Described = std::tuple<std::uint32_t, std::uint32_t, std::vector<Step>, std::uint32_t>;

std::vector<Described> described(const SupportEntries& entries) {
  std::vector<Described> all;
  for (std::uint32_t e = 0; e < entries.size(); ++e) {
    const Entry entry = entry_at(entries, e);
    std::vector<Step> path;
    for (std::uint32_t a = e; a != NO_ENTRY; a = entry_at(entries, a).above) {
      path.insert(path.begin(), {ENTRY_DIMENSION(entry_at(entries, a).word), entries.hats[a].level,
                                 entries.hats[a].index});
    }
    all.emplace_back(entry.word, entry.point, path,
                     ENTRY_OPENS(entry.word) ? entry.skip - e : entry.skip);
  }
  std::ranges::sort(all);
  return all;
}

// Checks that entries follow the one that opens their parent without a gap, and that runs are
// contiguous.
void check_order(const SupportEntries& entries) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> runs;  // above; word
  std::pair<std::uint32_t, std::uint32_t> last{0, 0};
  for (std::uint32_t e = 1; e < entries.size(); ++e) {
    const Entry entry = entry_at(entries, e);
    if (entry.above != NO_ENTRY) {
      CHECK(entry.above < e);
      CHECK(e < entry_at(entries, entry.above).skip);
    }
    if (ENTRY_OPENS(entry.word)) continue;
    if (std::pair run{entry.above, entry.word}; e == 1 || run != last) {
      CHECK(runs.insert(run).second);
      last = run;
    }
  }
}

}  // namespace

TEST_CASE("The sequence that threads make of a grid's subtrees is that of its tree", "[computes]") {
  for (const auto& [count, dimensions, seldom] :
       {std::tuple{100, 3, false}, {9'000, 5, true}, {30'000, 5, false}, {20'000, 28, true}}) {
    const Scattered grid(static_cast<std::size_t>(count), static_cast<std::size_t>(dimensions), 5,
                         seldom);
    const GridPoints points = grid.points();
    for (const auto& order : {given_order(points.dimensions()), rarest_first(points)}) {
      INFO(count << " points of " << dimensions << " dimensions");
      const SupportEntries entries(points, order);
      CHECK(described(entries) == described(SupportEntries(Nodes(points, order))));
      check_order(entries);
    }
  }
}

TEST_CASE("Neither the root nor its children need be points") {
  // All points are refined twice, first in the same dimension, so that there is one subtree.
  std::vector<std::uint32_t> levels;
  std::vector<std::uint32_t> indices;
  for (std::uint32_t index = 1; index < 1U << 15U; index += 2) {
    levels.insert(levels.end(), {2, 15});
    indices.insert(indices.end(), {1, index});
  }
  const GridPoints points(2, levels, indices);
  const SupportEntries entries(points, given_order(2));
  CHECK(described(entries) == described(SupportEntries(Nodes(points))));
  CHECK(entry_at(entries, 0).point == no_point);
}
