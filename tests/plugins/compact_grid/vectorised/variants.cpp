// The vectorised variants against sums over all basis functions, and on grids that are too large
// for that against the recursive algorithms.
#include "compact_grid/problem/recursive.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/compact_grid/judging.hpp"

using testing::Candidate;
using testing::FakeHost;
using testing::GridShape;

namespace {

// Widths of this processor.
std::vector<std::int64_t> widths() {
  std::vector<std::int64_t> all{128};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) all.push_back(256);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) all.push_back(512);
#endif
  return all;
}

std::vector<Candidate> candidates() {
  std::vector<Candidate> all;
  for (const std::int64_t bits : widths()) {
    for (const std::int64_t threads : {1, 3}) {
      all.push_back({"poles.cpu", {{"simd_bits", bits}, {"threads", threads}}, {}});
      for (const std::int64_t block : {16, 256}) {
        all.push_back({"factors.cpu",
                       {},
                       {{"simd_bits", bits}, {"threads", threads}, {"block_points", block}}});
      }
    }
  }
  return all;
}

// Rows of all widths, short and long, and levels longer than a part.
const std::vector<GridShape> large_shapes{{1, 14, false}, {2, 11, false}, {3, 9, false},
                                          {4, 7, false},  {7, 4, false},  {1, 13, true},
                                          {2, 9, true},   {3, 6, true},   {5, 3, true}};

template <class T>
std::vector<double> doubles(const std::vector<T>& numbers) {
  return {numbers.begin(), numbers.end()};
}

template <class T>
void require_large(const Candidate& candidate, const GridShape& shape) {
  INFO(candidate.name << " " << shape.dimensions << " " << shape.levels << " "
                      << shape.has_boundary);
  FakeHost host;
  const compact_grid::Grid grid(shape.dimensions, shape.levels, shape.has_boundary);
  const auto nodal = testing::random_numbers<T>(grid.points(), -1, 1, 12);
  compact_grid::RecursiveGrid recursive(grid, doubles(nodal));
  const double tolerance = 200 * std::numeric_limits<T>::epsilon();
  double worst = 0;
  if (candidate.name == "poles.cpu") {
    const auto found =
        testing::hierarchized(host, candidate.name, shape, nodal, candidate.hierarchize);
    recursive.hierarchize();
    const auto expected = recursive.values();
    REQUIRE(found.size() == expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      worst = std::max(worst, std::abs(static_cast<double>(found[k]) - expected[k]));
    }
  } else {
    const auto points = testing::critical_points<T>(shape.dimensions, 13);
    const auto found =
        testing::evaluated(host, candidate.name, shape, nodal, points, candidate.evaluate);
    REQUIRE(found.size() * shape.dimensions == points.size());
    const auto x = doubles(points);
    for (std::size_t k = 0; k < found.size(); ++k) {
      const auto sum =
          recursive.evaluate(std::span(x).subspan(k * shape.dimensions, shape.dimensions));
      worst = std::max(worst, std::abs(static_cast<double>(found[k]) - sum.value));
    }
  }
  CHECK(host.failure == "");
  CHECK(worst < tolerance);
}

}  // namespace

TEST_CASE("small grids are hierarchized and evaluated as by definition") {
  for (const auto& candidate : candidates()) {
    for (const auto& shape : testing::shapes) {
      if (candidate.name == "poles.cpu") {
        testing::require_hierarchized<double>(candidate, shape);
        testing::require_hierarchized<float>(candidate, shape);
      } else {
        testing::require_evaluated<double>(candidate, shape);
        testing::require_evaluated<float>(candidate, shape);
      }
    }
  }
}

TEST_CASE("large grids are hierarchized and evaluated as by recursion") {
  for (const auto& candidate : candidates()) {
    for (const auto& shape : large_shapes) {
      require_large<double>(candidate, shape);
      require_large<float>(candidate, shape);
    }
  }
}

TEST_CASE("points outside of the cube are refused with their number") {
  FakeHost host;
  CHECK(testing::evaluated<double>(host, "factors.cpu", {2, 1, false}, {1}, {0.5, 0.5, 2, 0}, {})
            .empty());
  CHECK_THAT(host.failure, contains("point 1 (counted from 0)"));
}
