// Every variant on the CPU against sums over all basis functions.
#include "tests/catch.hpp"
#include "tests/plugins/compact_grid/running.hpp"

using testing::Configuration;
using testing::FakeHost;
using testing::GridShape;

namespace {

const std::vector<std::string> structures{"std-map.cpu", "map-gp2idx.cpu", "hash-gp2idx.cpu",
                                          "prefix-tree.cpu"};
const std::vector<GridShape> shapes{{1, 1, false}, {1, 7, false}, {2, 1, false}, {2, 5, false},
                                    {3, 4, false}, {4, 3, false}, {5, 3, false}, {1, 1, true},
                                    {1, 5, true},  {2, 4, true},  {3, 3, true},  {4, 2, true}};

// The numbers of variants and what they are called.
struct Setting {
  std::string name;
  Configuration hierarchize;
  Configuration evaluate;
};
std::vector<Setting> settings() {
  std::vector<Setting> all;
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

template <class T>
void require_hierarchized(const Setting& setting, const GridShape& shape) {
  INFO(setting.name << " " << shape.dimensions << " " << shape.levels << " " << shape.has_boundary);
  FakeHost host;
  const auto grid = testing::all_points(shape.dimensions, shape.levels, shape.has_boundary);
  const auto nodal = testing::random_numbers<T>(grid.size(), -1, 1, 3);
  const auto found = testing::hierarchized(host, setting.name, shape, nodal, setting.hierarchize);
  REQUIRE(host.failure == "");
  REQUIRE(found.size() == nodal.size());
  // What interpolates the values at all points has the right coefficients: there is one such set.
  const auto x = testing::coordinates_of<T>(grid);
  double worst = 0;
  for (std::size_t p = 0; p < grid.size(); ++p) {
    const auto sum = testing::direct_sum<T>(grid, found, x.data() + p * shape.dimensions);
    worst = std::max(worst, static_cast<double>(std::abs(sum - nodal[p])));
  }
  CHECK(worst < 500 * std::numeric_limits<T>::epsilon());
  CHECK(host.trial_facts["bytes_per_point"] >= sizeof(T));
}

template <class T>
void require_evaluated(const Setting& setting, const GridShape& shape) {
  INFO(setting.name << " " << shape.dimensions << " " << shape.levels << " " << shape.has_boundary);
  FakeHost host;
  const auto grid = testing::all_points(shape.dimensions, shape.levels, shape.has_boundary);
  const auto coefficients = testing::random_numbers<T>(grid.size(), -1, 1, 4);
  auto points = testing::critical_points<T>(shape.dimensions, 5);
  const auto exact = testing::coordinates_of<T>(grid);
  points.insert(points.end(), exact.begin(),
                exact.begin() + static_cast<std::ptrdiff_t>(
                                    std::min<std::size_t>(exact.size(), 100 * shape.dimensions)));
  const auto found =
      testing::evaluated(host, setting.name, shape, coefficients, points, setting.evaluate);
  REQUIRE(host.failure == "");
  REQUIRE(found.size() * shape.dimensions == points.size());
  double worst = 0;
  for (std::size_t k = 0; k < found.size(); ++k) {
    const auto sum =
        testing::direct_sum<T>(grid, coefficients, points.data() + k * shape.dimensions);
    worst = std::max(worst, static_cast<double>(std::abs(sum - found[k])));
  }
  CHECK(worst < 500 * std::numeric_limits<T>::epsilon());
}

}  // namespace

TEST_CASE("coefficients interpolate the values at all points") {
  for (const auto& setting : settings()) {
    for (const auto& shape : shapes) {
      require_hierarchized<double>(setting, shape);
      require_hierarchized<float>(setting, shape);
    }
  }
}

TEST_CASE("values are the sums over all basis functions, at borders and at random") {
  for (const auto& setting : settings()) {
    for (const auto& shape : shapes) {
      require_evaluated<double>(setting, shape);
      require_evaluated<float>(setting, shape);
    }
  }
}

TEST_CASE("hierarchized values are exact where they are evaluated at grid points") {
  const GridShape shape{3, 5, false};
  const auto grid = testing::all_points(3, 5, false);
  // Multiples of 1/256 and their coefficients are exact in any order.
  std::vector<double> nodal = testing::random_numbers<double>(grid.size(), -100, 100, 9);
  for (double& value : nodal) value = std::round(value) / 256;
  const auto points = testing::coordinates_of<double>(grid);
  for (const auto& setting : settings()) {
    FakeHost host;
    const auto coefficients =
        testing::hierarchized(host, setting.name, shape, nodal, setting.hierarchize);
    CHECK(testing::evaluated(host, setting.name, shape, coefficients, points, setting.evaluate) ==
          nodal);
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
  for (const auto& setting : settings()) {
    const std::string& name = setting.name;
    CHECK(testing::hierarchized<double>(host, name, {2, 2, false}, {1, 2, 3, 4}, one).empty());
    CHECK_THAT(host.failure, contains("'nodal' has 4 elements and the grid 5 points"));
    CHECK(testing::hierarchized<double>(host, name, {0, 2, false}, {1}, one).empty());
    CHECK_THAT(host.failure, contains("dimensions = 0"));
    CHECK(testing::evaluated<float>(host, name, {2, 1, false}, {1, 2}, {0, 0}, one).empty());
    CHECK_THAT(host.failure, contains("'coefficients' has 2 elements and the grid 1 points"));
    CHECK(testing::evaluated<float>(host, name, {1, 31, true}, {1}, {0}, one).empty());
    CHECK_THAT(host.failure, contains("2147483649 points"));
  }
}

TEST_CASE("points outside of the cube are refused with their number") {
  const Configuration one{{"threads", std::int64_t{1}}};
  for (const auto& setting : settings()) {
    for (const double bad : {-1e-300, 1.0000000000000002, std::nan(""), HUGE_VAL}) {
      FakeHost host;
      const std::vector<double> points{0, 1, 0.5, 0.5, 0.25, bad};
      CHECK(
          testing::evaluated<double>(host, setting.name, {2, 1, false}, {1}, points, one).empty());
      CHECK_THAT(host.failure,
                 contains("point 2 (counted from 0)") && contains("its coordinate 1"));
    }
  }
}
