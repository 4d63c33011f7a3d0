// Compares the vectorised variants with sums over all basis functions, and on grids that are too
// large for these with the recursive algorithms.
#include "tests/catch.hpp"
#include "tests/plugins/compact_grid/large.hpp"

using testing::Candidate;
using testing::FakeHost;
using testing::GridShape;

namespace {

// The SIMD widths of this processor, in bits.
std::vector<std::int64_t> widths() {
  std::vector<std::int64_t> all{128};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) all.push_back(256);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) all.push_back(512);
#endif
  return all;
}

std::vector<Candidate> poles() {
  std::vector<Candidate> all;
  for (const std::int64_t bits : widths()) {
    for (const std::int64_t threads : {1, 3}) {
      all.push_back({"poles.cpu", {{"simd_bits", bits}, {"threads", threads}}, {}});
    }
  }
  return all;
}
std::vector<Candidate> factors() {
  std::vector<Candidate> all;
  for (const std::int64_t bits : widths()) {
    for (const std::int64_t block : {16, 256}) {
      const std::int64_t threads = block == 16 ? 3 : 1;
      all.push_back({"factors.cpu",
                     {},
                     {{"simd_bits", bits}, {"threads", threads}, {"block_points", block}}});
    }
  }
  return all;
}

// Shapes with short and long rows for all SIMD widths, and with levels longer than a part.
const std::vector<GridShape> large_shapes{{1, 14, false}, {2, 11, false}, {3, 9, false},
                                          {4, 7, false},  {7, 4, false},  {1, 13, true},
                                          {2, 9, true},   {3, 6, true},   {5, 3, true}};

template <class T>
void require_large(const GridShape& shape) {
  const testing::LargeJudge<T> judge(shape);
  FakeHost host;
  for (const auto& candidate : poles()) judge.require_hierarchized(host, candidate);
  for (const auto& candidate : factors()) judge.require_evaluated(host, candidate);
}

}  // namespace

TEST_CASE("small grids are hierarchized and evaluated as by definition") {
  testing::require_all_hierarchized(poles());
  testing::require_all_evaluated(factors());
}

TEST_CASE("large grids are hierarchized and evaluated as by recursion") {
  for (const auto& shape : large_shapes) {
    require_large<double>(shape);
    require_large<float>(shape);
  }
}

TEST_CASE("points outside of the cube are refused with their number") {
  FakeHost host;
  CHECK(testing::evaluated<double>(host, "factors.cpu", {2, 1, false}, {1}, {0.5, 0.5, 2, 0}, {})
            .empty());
  CHECK_THAT(host.failure, contains("point 1 (counted from 0)"));
}
