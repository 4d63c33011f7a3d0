// Whether variants are right, by sums over all basis functions. Whoever includes this defines
// PLUGIN_FILE.
#pragma once

#include "tests/catch.hpp"
#include "tests/plugins/compact_grid/running.hpp"

namespace testing {

inline const std::vector<GridShape> shapes{
    {1, 1, false}, {1, 7, false}, {2, 1, false}, {2, 5, false}, {3, 4, false}, {4, 3, false},
    {5, 3, false}, {1, 1, true},  {1, 5, true},  {2, 4, true},  {3, 3, true},  {4, 2, true}};

// A variant and how it is configured for either problem.
struct Candidate {
  std::string name;
  Configuration hierarchize;
  Configuration evaluate;
};
template <class T>
inline void require_hierarchized(const Candidate& candidate, const GridShape& shape) {
  INFO(candidate.name << " " << shape.dimensions << " " << shape.levels << " "
                      << shape.has_boundary);
  FakeHost host;
  const auto grid = all_points(shape.dimensions, shape.levels, shape.has_boundary);
  const auto nodal = random_numbers<T>(grid.size(), -1, 1, 3);
  const auto found = hierarchized(host, candidate.name, shape, nodal, candidate.hierarchize);
  REQUIRE(host.failure == "");
  REQUIRE(found.size() == nodal.size());
  // What interpolates the values at all points has the right coefficients: there is one such set.
  const auto x = coordinates_of<T>(grid);
  double worst = 0;
  for (std::size_t p = 0; p < grid.size(); ++p) {
    const auto sum = direct_sum<T>(grid, found, x.data() + p * shape.dimensions);
    worst = std::max(worst, static_cast<double>(std::abs(sum - nodal[p])));
  }
  CHECK(worst < 500 * std::numeric_limits<T>::epsilon());
  CHECK(host.trial_facts["bytes_per_point"] >= sizeof(T));
}

template <class T>
inline void require_evaluated(const Candidate& candidate, const GridShape& shape) {
  INFO(candidate.name << " " << shape.dimensions << " " << shape.levels << " "
                      << shape.has_boundary);
  FakeHost host;
  const auto grid = all_points(shape.dimensions, shape.levels, shape.has_boundary);
  const auto coefficients = random_numbers<T>(grid.size(), -1, 1, 4);
  auto points = critical_points<T>(shape.dimensions, 5);
  const auto exact = coordinates_of<T>(grid);
  points.insert(points.end(), exact.begin(),
                exact.begin() + static_cast<std::ptrdiff_t>(
                                    std::min<std::size_t>(exact.size(), 100 * shape.dimensions)));
  const auto found =
      evaluated(host, candidate.name, shape, coefficients, points, candidate.evaluate);
  REQUIRE(host.failure == "");
  REQUIRE(found.size() * shape.dimensions == points.size());
  double worst = 0;
  for (std::size_t k = 0; k < found.size(); ++k) {
    const auto sum = direct_sum<T>(grid, coefficients, points.data() + k * shape.dimensions);
    worst = std::max(worst, static_cast<double>(std::abs(sum - found[k])));
  }
  CHECK(worst < 500 * std::numeric_limits<T>::epsilon());
}

}  // namespace testing
