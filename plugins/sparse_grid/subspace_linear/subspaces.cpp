#include "sparse_grid/subspace_linear/subspaces.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>

namespace assay::subspace_linear {
namespace {

void check_point(const GridView& grid, std::size_t point) {
  for (std::size_t j = 0; j < grid.dimensions; ++j) {
    const std::uint32_t level = grid.levels[point * grid.dimensions + j];
    const std::uint32_t index = grid.indices[point * grid.dimensions + j];
    if (level < 1 || level > max_level) {
      throw std::invalid_argument("grid point " + std::to_string(point) + ", dimension " +
                                  std::to_string(j) + ": level " + std::to_string(level) +
                                  " is outside 1.." + std::to_string(max_level));
    }
    if (index % 2 == 0 || index >= (1U << level)) {
      throw std::invalid_argument("grid point " + std::to_string(point) + ", dimension " +
                                  std::to_string(j) + ": index " + std::to_string(index) +
                                  " is not an odd number below 2^" + std::to_string(level));
    }
  }
}

// Finds skip[k] such that the entries k+1 .. skip[k]-1 are all >= entry k. In lexicographic order
// the first entry that is less in some dimension is less in the last raised one (all entries before
// it are equal, or greater in an earlier dimension, which resets the later ones), so that a scan of
// that run suffices.
void set_skips(std::vector<Subspace>& entries) {
  const auto covers = [](const Subspace& low, const Subspace& high) {
    return std::equal(low.exponents.begin(), low.exponents.end(), high.exponents.begin(),
                      [](auto a, auto b) { return a <= b; });
  };
  for (std::size_t k = 0; k < entries.size(); ++k) {
    std::size_t next = k + 1;
    while (next < entries.size() && covers(entries[k], entries[next])) ++next;
    entries[k].skip = next;
  }
}

void set_parents(std::vector<Subspace>& entries,
                 const std::map<std::vector<std::uint32_t>, std::uint32_t>& numbers) {
  for (auto& entry : entries) {
    auto exponents = entry.exponents;
    for (std::size_t j = 0; j < exponents.size(); ++j) {
      if (exponents[j] == 0) continue;
      entry.raised = static_cast<std::uint32_t>(j);
      ++entry.depth;
    }
    if (!exponents.empty()) exponents[entry.raised] = 0;
    const auto parent = numbers.find(exponents);
    if (parent == numbers.end()) {
      throw std::invalid_argument(
          "the grid is not ancestor-complete: a subspace with dimension " +
          std::to_string(entry.raised) + " at level " +
          std::to_string(entry.exponents[entry.raised] + 1) +
          " has points, but the one with that dimension at level 1 has none");
    }
    entry.parent = parent->second;
  }
}

}  // namespace

SubspaceList list_subspaces(const GridView& grid) {
  SubspaceList list;
  const std::size_t d = grid.dimensions;
  const std::size_t n = grid.points();
  list.max_exponents.assign(d, 0);
  list.of_point.resize(n);
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers;  // ordered: lexicographic
  std::vector<std::uint32_t> exponents(d);
  const auto read_exponents = [&](std::size_t point) {
    for (std::size_t j = 0; j < d; ++j) {
      exponents[j] = grid.levels[point * d + j] - 1;
    }
  };
  for (std::size_t point = 0; point < n; ++point) {
    check_point(grid, point);
    read_exponents(point);
    numbers.try_emplace(exponents, 0);
  }
  for (auto& [key, number] : numbers) {
    number = static_cast<std::uint32_t>(list.entries.size());
    auto& entry = list.entries.emplace_back();
    entry.exponents = key;
    entry.bits = std::accumulate(key.begin(), key.end(), 0U);
    for (std::size_t j = 0; j < d; ++j) {
      list.max_exponents[j] = std::max(list.max_exponents[j], key[j]);
    }
  }
  for (std::size_t point = 0; point < n; ++point) {
    read_exponents(point);
    list.of_point[point] = numbers.at(exponents);
    ++list.entries[list.of_point[point]].points;
  }
  set_parents(list.entries, numbers);
  set_skips(list.entries);
  return list;
}

}  // namespace assay::subspace_linear
