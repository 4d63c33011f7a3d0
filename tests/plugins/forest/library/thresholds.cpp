#include "forest/library/thresholds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "tests/catch.hpp"
#include "tests/plugins/forest/samples.hpp"

using forest::midpoint;

TEST_CASE("a midpoint parts its values, whatever they are") {
  constexpr float least = std::numeric_limits<float>::denorm_min();
  constexpr float most = std::numeric_limits<float>::max();
  CHECK(midpoint(1, 2) == 1.5F);
  CHECK(midpoint(-most, most) == 0);
  CHECK(midpoint(0, most) == most / 2);
  CHECK(midpoint(0, least) == 0);
  CHECK(midpoint(-least, 0) == -least);
  CHECK_FALSE(std::signbit(midpoint(-0.0F, least)));
  CHECK_FALSE(std::signbit(midpoint(-1, 1)));
  CHECK(midpoint(most, std::numeric_limits<float>::infinity()) == most);
  std::mt19937 random(1);
  for (unsigned kind = 0; kind < testing::column_kinds; ++kind) {
    auto column = testing::column_of_kind(kind, 500, random);
    std::ranges::sort(column);
    for (std::size_t k = 1; k < column.size(); ++k) {
      if (!(column[k - 1] < column[k])) continue;
      const float threshold = midpoint(column[k - 1], column[k]);
      CHECK(column[k - 1] <= threshold);
      CHECK(threshold < column[k]);
    }
  }
  for (float v = 1; v < 2; v = std::nextafter(v * 1.01F, 3.0F)) {  // pairs of neighbours
    CHECK(midpoint(v, std::nextafter(v, 3.0F)) == v);
  }
}

TEST_CASE("as many bins as values leave all of them apart") {
  const std::vector<float> sorted{-1, -1, 0, 3, 3, 8};
  CHECK(forest::quantile_edges(sorted, 4) == std::vector<float>{-0.5F, 1.5F, 5.5F});
  CHECK(forest::quantile_edges(sorted, 256) == std::vector<float>{-0.5F, 1.5F, 5.5F});
  CHECK(forest::quantile_edges(sorted, 2) == std::vector<float>{1.5F});
  CHECK(forest::quantile_edges(std::vector<float>(5, 2.0F), 16).empty());
}

TEST_CASE("bins hold about equally many samples where values allow it") {
  std::mt19937 random(3);
  std::vector<float> sorted = testing::column_of_kind(0, 10007, random);
  std::ranges::sort(sorted);
  for (const std::uint32_t bins : {2U, 16U, 100U, 256U}) {
    const auto edges = forest::quantile_edges(sorted, bins);
    REQUIRE(edges.size() == bins - 1);
    std::vector<int> counts(bins);
    for (const float value : sorted) ++counts[forest::bin_of(edges, value)];
    for (const int count : counts) CHECK(std::abs(count - 10007.0 / bins) <= 2);
  }
}

TEST_CASE("a value of most samples is a bin by itself, and its neighbours are bins still") {
  std::vector<float> sorted(1000, 5.0F);
  for (int k = 0; k < 100; ++k) {
    sorted[static_cast<std::size_t>(k)] = static_cast<float>(k) / 100;
    sorted[static_cast<std::size_t>(999 - k)] = 7 - static_cast<float>(k) / 100;
  }
  const auto edges = forest::quantile_edges(sorted, 16);
  CHECK(forest::bin_of(edges, 5) > forest::bin_of(edges, 0.99F) - 1);
  CHECK(forest::bin_of(edges, 5) < forest::bin_of(edges, 7));
  CHECK(std::ranges::is_sorted(edges));
  for (const float edge : edges)
    CHECK(forest::bin_of(edges, edge) + 1 == forest::bin_of(edges, std::nextafter(edge, 100.0F)));
}
