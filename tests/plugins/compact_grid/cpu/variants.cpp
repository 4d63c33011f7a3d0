// Compares every variant on the CPU with sums over all basis functions.
#include "tests/catch.hpp"
#include "tests/plugins/compact_grid/judging.hpp"

using testing::Candidate;
using testing::Configuration;
using testing::FakeHost;
using testing::GridShape;

namespace {

const std::vector<std::string> structures{"std-map.cpu", "map-gp2idx.cpu", "hash-gp2idx.cpu",
                                          "prefix-tree.cpu"};
std::vector<Candidate> candidates() {
  std::vector<Candidate> all;
  for (const std::int64_t threads : {1, 3}) {
    for (const auto& name : structures)
      all.push_back({name, {{"threads", threads}}, {{"threads", threads}}});
    for (const std::int64_t block : {1, 64}) {
      all.push_back(
          {"compact.cpu", {{"threads", threads}}, {{"threads", threads}, {"block_points", block}}});
    }
  }
  return all;
}

}  // namespace

TEST_CASE("coefficients interpolate the values at all points") {
  testing::require_all_hierarchized(candidates());
}

TEST_CASE("values are the sums over all basis functions, at borders and at random") {
  testing::require_all_evaluated(candidates());
}

TEST_CASE("hierarchized values are exact where they are evaluated at grid points") {
  const GridShape shape{3, 5, false};
  const auto grid = testing::all_points(3, 5, false);
  // The arithmetic of multiples of 1/256 and their coefficients is exact in any order.
  std::vector<double> nodal = testing::random_numbers<double>(grid.size(), -100, 100, 9);
  for (double& value : nodal) value = std::round(value) / 256;
  const auto points = testing::coordinates_of<double>(grid);
  for (const auto& candidate : candidates()) {
    FakeHost host;
    const auto coefficients =
        testing::hierarchized(host, candidate.name, shape, nodal, candidate.hierarchize);
    CHECK(testing::evaluated(host, candidate.name, shape, coefficients, points,
                             candidate.evaluate) == nodal);
  }
}

TEST_CASE("what structures take of memory is recorded, in the paper's order") {
  const GridShape shape{5, 5, false};
  const std::vector<double> nodal(testing::all_points(5, 5, false).size(), 1.0);
  const auto bytes = [&](const std::string& name) {
    FakeHost host;
    CHECK(!testing::hierarchized(host, name, shape, nodal, {{"threads", std::int64_t{1}}}).empty());
    return host.trial_facts["bytes_per_point"];
  };
  CHECK(bytes("std-map.cpu") > bytes("map-gp2idx.cpu"));
  CHECK(bytes("map-gp2idx.cpu") > bytes("hash-gp2idx.cpu"));
  CHECK(bytes("hash-gp2idx.cpu") > bytes("prefix-tree.cpu"));
  CHECK(bytes("prefix-tree.cpu") > bytes("compact.cpu"));
}

TEST_CASE("tensors that do not fit each other are refused by name") {
  FakeHost host;
  const Configuration one{{"threads", std::int64_t{1}}};
  for (const auto& candidate : candidates()) {
    const std::string& name = candidate.name;
    CHECK(testing::hierarchized<double>(host, name, {2, 2, false}, {1, 2, 3, 4}, one).empty());
    CHECK_THAT(host.failure, contains("'nodal' has 4 elements, but the grid has 5 points"));
    CHECK(testing::hierarchized<double>(host, name, {0, 2, false}, {1}, one).empty());
    CHECK_THAT(host.failure, contains("dimensions = 0"));
    CHECK(testing::evaluated<float>(host, name, {2, 1, false}, {1, 2}, {0, 0}, one).empty());
    CHECK_THAT(host.failure, contains("'coefficients' has 2 elements, but the grid has 1 points"));
    CHECK(testing::evaluated<float>(host, name, {1, 31, true}, {1}, {0}, one).empty());
    CHECK_THAT(host.failure, contains("2147483649 points"));
  }
}

TEST_CASE("points outside of the cube are refused with their number") {
  const Configuration one{{"threads", std::int64_t{1}}};
  for (const auto& candidate : candidates()) {
    for (const double bad : {-1e-300, 1.0000000000000002, std::nan(""), HUGE_VAL}) {
      FakeHost host;
      const std::vector<double> points{0, 1, 0.5, 0.5, 0.25, bad};
      CHECK(testing::evaluated<double>(host, candidate.name, {2, 1, false}, {1}, points, one)
                .empty());
      CHECK_THAT(host.failure,
                 contains("point 2 (counted from 0)") && contains("its coordinate 1"));
    }
  }
}
