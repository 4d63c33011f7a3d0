// Compares the references: recursion with the definition, and the closed form with recursion.
#include "compact_grid/problem/factors.hpp"
#include "compact_grid/problem/layout.hpp"
#include "compact_grid/problem/recursive.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/compact_grid/oracle.hpp"

using compact_grid::Factors;
using compact_grid::Function;
using compact_grid::Grid;
using compact_grid::RecursiveGrid;
using compact_grid::Sum;

namespace {

const char* const functions[] = {"parabola", "sine", "gauss", "oscillatory", "random"};

const std::vector<Grid> grids{{1, 1, false}, {1, 6, false}, {2, 5, false}, {3, 4, false},
                              {6, 3, false}, {1, 4, true},  {2, 4, true},  {4, 2, true}};

std::span<const double> point(const std::vector<double>& points, std::size_t k, std::size_t d) {
  return std::span(points).subspan(k * d, d);
}

}  // namespace

TEST_CASE("points come in the order of the positions") {
  for (const Grid& grid : grids) {
    std::uint64_t position = 0;
    bool same = true;
    compact_grid::for_each_point(grid, [&](const compact_grid::GridPoint& at) {
      same = same && grid.position(at.level.data(), at.index.data()) == position++;
    });
    CHECK(same);
    CHECK(position == grid.points());
  }
}

TEST_CASE("recursion finds the coefficients that interpolate, and their sum") {
  for (const Grid& grid : grids) {
    const auto points = testing::all_points(grid.dimensions(), grid.levels(), grid.has_boundary());
    const auto nodal = testing::random_numbers<double>(points.size(), -1, 1, 2);
    RecursiveGrid recursive(grid, nodal);
    CHECK(recursive.values() == nodal);
    recursive.hierarchize();
    const auto coefficients = recursive.values();
    const auto x = testing::coordinates_of<double>(points);
    for (std::size_t k = 0; k < points.size(); ++k) {
      const double* const at = x.data() + k * grid.dimensions();
      CHECK(static_cast<double>(testing::direct_sum<double>(points, coefficients, at)) ==
            Approx(nodal[k]).margin(1e-13));
    }
    const auto critical = testing::critical_points<double>(grid.dimensions(), 6);
    for (std::size_t k = 0; k * grid.dimensions() < critical.size(); ++k) {
      const Sum sum = recursive.evaluate(point(critical, k, grid.dimensions()));
      const double* const at = critical.data() + k * grid.dimensions();
      CHECK(sum.value ==
            Approx(static_cast<double>(testing::direct_sum<double>(points, coefficients, at)))
                .margin(1e-13));
      CHECK(sum.magnitude >= std::abs(sum.value) - 1e-13);
    }
  }
}

TEST_CASE("the closed form of the built-in functions is what recursion finds") {
  for (const Grid& grid : grids) {
    for (const char* name : functions) {
      INFO(name << " in " << grid.dimensions());
      const Function function(name, grid, 7);
      const auto nodal =
          compact_grid::products<double>(grid, compact_grid::nodal_factors(grid, function));
      const Factors factors = compact_grid::hierarchical_factors(grid, function);
      const auto coefficients = compact_grid::products<double>(grid, factors);
      RecursiveGrid recursive(grid, nodal);
      recursive.hierarchize();
      const auto expected = recursive.values();
      for (std::size_t k = 0; k < expected.size(); ++k) {
        CHECK(coefficients[k] == Approx(expected[k]).margin(1e-14));
      }
      const auto x = testing::critical_points<double>(grid.dimensions(), 8);
      for (std::size_t k = 0; k * grid.dimensions() < x.size(); ++k) {
        const auto at = point(x, k, grid.dimensions());
        const Sum closed = compact_grid::interpolate(grid, factors, at);
        const Sum walked = recursive.evaluate(at);
        CHECK(closed.value == Approx(walked.value).margin(1e-13));
        // For complex factors, the magnitude of the product is a bound for that of its real part.
        CHECK(closed.magnitude >= walked.magnitude * (1 - 1e-12) - 1e-13);
        CHECK(closed.slack >= walked.slack * (1 - 1e-12) - 1e-13);
        if (name == std::string("parabola")) {
          CHECK(closed.slack == Approx(walked.slack).margin(1e-12));
        }
      }
    }
  }
}

TEST_CASE("nodal values are the function's, and vanish on a boundary that is left out") {
  for (const Grid& grid : grids) {
    const auto points = testing::all_points(grid.dimensions(), grid.levels(), grid.has_boundary());
    const auto x = testing::coordinates_of<double>(points);
    for (const char* name : {"parabola", "sine", "gauss", "oscillatory"}) {
      const Function function(name, grid, 7);
      const auto nodal =
          compact_grid::products<double>(grid, compact_grid::nodal_factors(grid, function));
      for (std::size_t k = 0; k < nodal.size(); ++k) {
        CHECK(nodal[k] == Approx(function.value(point(x, k, grid.dimensions()))).margin(1e-15));
      }
      const std::vector<double> corner(grid.dimensions(), 1.0);
      const bool is_kept = grid.has_boundary() &&
                           (name == std::string("gauss") || name == std::string("oscillatory"));
      CHECK((function.value(corner) != 0) == is_kept);
    }
  }
}

TEST_CASE("the interpolant's error falls as h^2 up to logarithms") {
  for (const bool has_boundary : {false, true}) {
    for (const char* name : {"parabola", "sine", "gauss", "oscillatory"}) {
      double before = 0;
      const auto x = testing::random_numbers<double>(3 * 300, 0, 1, 11);
      for (const unsigned levels : {7U, 9U, 11U, 13U}) {
        const Grid grid(3, levels, has_boundary);
        const Function function(name, grid, 3);
        const Factors factors = compact_grid::hierarchical_factors(grid, function);
        double squares = 0;
        for (std::size_t k = 0; k < 300; ++k) {
          const auto at = point(x, k, 3);
          const double error =
              compact_grid::interpolate(grid, factors, at).value - function.value(at);
          squares += error * error;
        }
        const double error = std::sqrt(squares / 300);
        INFO(name << " " << levels << ": " << error << " after " << before);
        // Two more levels divide h^2 (log 1/h)^(d - 1) by 16 and multiply it by ((n + 2) / n)^2.
        if (before > 0) CHECK(error < before / 16 * 2.5);
        before = error;
      }
    }
  }
}
