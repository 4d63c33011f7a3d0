// The places where a column may be cut.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace forest {

// A threshold t between two finite numbers v < w with v <= t < w, so that x <= t separates them:
// their midpoint rounded to the nearest float, but v if the rounded midpoint is w. Never -0.
inline float midpoint(float v, float w) {
  const auto middle = static_cast<float>((static_cast<double>(v) + static_cast<double>(w)) / 2);
  return (middle < w ? middle : v) + 0.0F;
}

// The places where a column may be cut into at most `bins` bins: thresholds in ascending order, one
// fewer than bins. `sorted` is the column in ascending order. If it has no more distinct values
// than bins, all midpoints. Otherwise, for q = 1 .. bins - 1, the midpoint between the value at
// index floor(q n / bins) - 1 and the next greater one, if there is any, without duplicates: bins
// of about equally many samples, which never divide the samples of one value.
inline std::vector<float> quantile_edges(std::span<const float> sorted, std::uint32_t bins) {
  std::vector<float> all;
  for (std::size_t k = 1; k < sorted.size(); ++k) {
    if (sorted[k - 1] < sorted[k]) all.push_back(midpoint(sorted[k - 1], sorted[k]));
  }
  if (all.size() < bins) return all;
  std::vector<float> edges;
  for (std::size_t q = 1; q < bins; ++q) {
    const std::size_t place = q * sorted.size() / bins;
    if (place == 0) continue;
    // The first midpoint that is not less than the value is the one after it.
    const auto edge = std::ranges::lower_bound(all, sorted[place - 1]);
    if (edge != all.end() && (edges.empty() || edges.back() < *edge)) edges.push_back(*edge);
  }
  return edges;
}

// The bin of a value: the number of edges below it. x <= edges[b] is equivalent to bin_of(edges, x)
// <= b.
inline std::uint32_t bin_of(std::span<const float> edges, float value) {
  return static_cast<std::uint32_t>(std::ranges::lower_bound(edges, value) - edges.begin());
}

}  // namespace forest
