// Compares the variants on an OpenCL device with sums over all basis functions, and on grids that
// are too large for these with the recursive algorithms.
#include "tests/catch.hpp"
#include "tests/plugins/compact_grid/large.hpp"
#include "tests/plugins/host/opencl_host.hpp"

using testing::Candidate;
using testing::Configuration;
using testing::GridShape;
using testing::Judge;
using testing::LargeJudge;
using testing::OpenClHost;

namespace {

using Number = std::int64_t;
using Text = std::string;

// A grid and the candidates to be tried on it. Each pair compiles programs of its own, so each
// shape has few candidates.
struct Trying {
  GridShape shape;
  std::vector<Candidate> candidates;
};

Candidate compact(const Text& table, const Text& levels, Number bits, Number group) {
  return {"compact.opencl",
          {{"table", table},
           {"level_vector", levels},
           {"index_bits", bits},
           {"work_group_size", group}},
          {}};
}
Candidate poles(Number dimensions, Number tiles, Number bits, Number group) {
  return {"poles.opencl",
          {{"dimensions_per_pass", dimensions},
           {"tile", Number{256}},
           {"tiles_per_group", tiles},
           {"index_bits", bits},
           {"work_group_size", group}},
          {}};
}
Candidate blocks(Number points, const Text& levels, Number bits) {
  return {"compact.opencl",
          {},
          {{"points_per_item", points},
           {"level_vector", levels},
           {"index_bits", bits},
           {"work_group_size", Number{16}}}};
}
Candidate factors(Number points, Number splits, const Text& order, const Text& hats,
                  Number inner = 4, Number stage = 0) {
  return {"factors.opencl",
          {},
          {{"points_per_item", points},
           {"splits", splits},
           {"order", order},
           {"hats", hats},
           {"inner", inner},
           {"stage", stage},
           {"work_group_size", Number{32}}}};
}

template <class Judging>
void require_hierarchized(OpenClHost& host, const std::vector<Trying>& all) {
  for (const auto& [shape, candidates] : all) {
    const Judging judge(shape);
    for (const auto& candidate : candidates) judge.require_hierarchized(host, candidate);
  }
  CHECK(host.live == 0);
  CHECK(host.guards_intact());
}
template <class Judging>
void require_evaluated(OpenClHost& host, const std::vector<Trying>& all) {
  for (const auto& [shape, candidates] : all) {
    const Judging judge(shape);
    for (const auto& candidate : candidates) judge.require_evaluated(host, candidate);
  }
  CHECK(host.live == 0);
  CHECK(host.guards_intact());
}

}  // namespace

TEST_CASE("compact.opencl hierarchizes with and without boundary") {
  const auto host = testing::open_or_skip();
  require_hierarchized<Judge<double>>(
      *host, {{{1, 1, false}, {compact("constant", "shared", 64, 8)}},
              {{2, 5, false},
               {compact("on-the-fly", "shared", 32, 16), compact("local", "private", 64, 8),
                compact("global", "private", 32, 16)}},
              {{3, 3, false}, {compact("constant", "private", 64, 64)}},
              {{2, 4, true}, {compact("local", "shared", 32, 8)}}});
  require_hierarchized<Judge<float>>(*host,
                                     {{{2, 3, true}, {compact("constant", "private", 32, 8)}}});
  // The grid of two dimensions has the interior and two faces in each dimension, with three sums of
  // levels each.
  CHECK(host->trial_facts["launches"] == 18);
}

TEST_CASE("compact.opencl evaluates with and without boundary") {
  const auto host = testing::open_or_skip();
  require_evaluated<Judge<double>>(*host, {{{1, 1, false}, {blocks(1, "shared", 64)}},
                                           {{4, 3, false}, {blocks(4, "shared", 32)}},
                                           {{3, 3, true}, {blocks(2, "private", 64)}}});
  require_evaluated<Judge<float>>(*host, {{{2, 5, false}, {blocks(1, "private", 32)}}});
}

TEST_CASE("poles.opencl hierarchizes one dimension at a time") {
  const auto host = testing::open_or_skip();
  require_hierarchized<Judge<double>>(*host, {{{1, 1, false}, {poles(1, 1, 64, 16)}},
                                              {{1, 7, false}, {poles(1, 4, 32, 16)}},
                                              {{3, 4, false}, {poles(1, 2, 64, 256)}},
                                              {{1, 1, true}, {poles(1, 1, 64, 16)}},
                                              {{3, 3, true}, {poles(1, 8, 32, 16)}}});
  require_hierarchized<Judge<float>>(
      *host, {{{4, 3, false}, {poles(1, 8, 32, 16)}}, {{4, 2, true}, {poles(1, 1, 64, 32)}}});
}

TEST_CASE("poles.opencl hierarchizes two dimensions at a time") {
  const auto host = testing::open_or_skip();
  require_hierarchized<Judge<float>>(*host, {{{4, 3, false}, {poles(2, 8, 32, 16)}}});
  require_hierarchized<Judge<double>>(*host, {{{2, 1, false}, {poles(2, 1, 64, 16)}},
                                              {{2, 5, false}, {poles(2, 1, 32, 8)}},
                                              {{5, 3, false}, {poles(2, 2, 64, 16)}}});
  CHECK(host->trial_facts["passes"] == 3);  // two of two dimensions and one of one
  CHECK(host->trial_facts["launches"] == 3);
  CHECK(host->trial_facts["table_bytes"] < 4096);
}

TEST_CASE("factors.opencl evaluates with and without boundary") {
  const auto host = testing::open_or_skip();
  require_evaluated<Judge<double>>(*host,
                                   {{{1, 7, false}, {factors(1, 1, "given", "computed")}},
                                    {{2, 5, false}, {factors(2, 4, "z-order", "local", 4, 1024)}},
                                    {{5, 3, false}, {factors(4, 2, "z-order", "computed", 3)}},
                                    {{1, 1, true}, {factors(1, 2, "given", "local")}},
                                    {{4, 2, true}, {factors(2, 1, "z-order", "computed")}}});
  require_evaluated<Judge<float>>(*host,
                                  {{{6, 3, false}, {factors(1, 8, "z-order", "computed", 5)}},
                                   {{3, 3, true}, {factors(1, 2, "given", "local", 3, 1024)}}});
}

// Poles longer than a tile: bands of levels with ends of poles within them, where poles side by
// side fill a tile or do not.
TEST_CASE("poles.opencl cuts long poles") {
  const auto host = testing::open_or_skip();
  require_hierarchized<LargeJudge<double>>(
      *host, {{{1, 14, false}, {poles(1, 1, 64, 64)}}, {{2, 9, true}, {poles(1, 8, 64, 16)}}});
  require_hierarchized<LargeJudge<float>>(
      *host, {{{3, 9, false}, {poles(1, 2, 32, 64)}}, {{3, 9, false}, {poles(2, 2, 32, 64)}}});
}

TEST_CASE("grids of twenty dimensions") {
  const auto host = testing::open_or_skip();
  const GridShape shape{20, 3, false};
  require_hierarchized<LargeJudge<double>>(
      *host, {{shape, {compact("constant", "shared", 32, 16), poles(2, 8, 32, 16)}}});
  require_evaluated<LargeJudge<double>>(
      *host, {{shape, {blocks(1, "shared", 32), factors(2, 4, "z-order", "computed")}}});
}

TEST_CASE("points outside of the cube are refused with their number by devices as well") {
  const auto host = testing::open_or_skip();
  for (const char* name : {"compact.opencl", "factors.opencl"}) {
    host->failure.clear();
    CHECK(
        testing::evaluated<double>(*host, name, {2, 1, false}, {1}, {0.5, 0.5, 2, 0}, {}).empty());
    CHECK_THAT(host->failure, contains("point 1 (counted from 0)"));
  }
}

TEST_CASE("a device without double precision is told from one that has it") {
  const auto host = testing::open_or_skip();
  host->facts["has_double"] = 0;
  CHECK(testing::hierarchized<double>(*host, "poles.opencl", {2, 1, false}, {1}, {}).empty());
  CHECK_THAT(host->failure, contains("not support double precision"));
  CHECK_FALSE(testing::hierarchized<float>(*host, "poles.opencl", {2, 1, false}, {1}, {}).empty());
}
