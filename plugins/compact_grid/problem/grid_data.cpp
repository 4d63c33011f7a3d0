#include "compact_grid/problem/grid_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "compact_grid/library/memory.hpp"
#include "compact_grid/problem/coefficient_file.hpp"
#include "compact_grid/problem/full_array.hpp"

namespace compact_grid {
namespace {

// The limit keeps the recursion to seconds: a look-up in a map of 10^6 points takes a third of a
// microsecond.
constexpr double most_recursive_steps = 1 << 22;

// Checks the memory for nodal values, coefficients, a reference, and the tables of factors in
// higher precision.
void require_grid_memory(const GridArguments& arguments) {
  const auto points = static_cast<double>(arguments.grid.points());
  const double tables = 64 * std::ldexp(1.0, static_cast<int>(arguments.grid.levels()));
  require_memory(points * (2 * static_cast<double>(arguments.element_bytes()) + 8) + tables,
                 fmt::format("a grid of {} points with its coefficients and their reference",
                             arguments.grid.points()),
                 "reduce levels or dimensions");
}

template <class T>
std::vector<T> in_precision(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

// Computes sum_at(x) at each of the points, in parallel.
EvaluationReference evaluate_all(std::span<const double> points, std::size_t dimensions,
                                 const std::function<Sum(std::span<const double>)>& sum_at) {
  const std::size_t count = points.size() / dimensions;
  EvaluationReference found{std::vector<double>(count)};
  double magnitude = 0;
  double slack = 0;
#pragma omp parallel for schedule(dynamic, 64) reduction(max : magnitude, slack)
  for (std::size_t k = 0; k < count; ++k) {
    const Sum sum = sum_at(points.subspan(k * dimensions, dimensions));
    found.values[k] = sum.value;
    magnitude = std::max(magnitude, sum.magnitude);
    slack = std::max(slack, sum.slack);
  }
  found.magnitude = magnitude;
  found.slack = slack;
  return found;
}

}  // namespace

GridData::GridData(const assay::sdk::Host& host, const GridArguments& arguments)
    : grid_(arguments.grid) {
  require_grid_memory(arguments);
  if (!arguments.array.empty() && !arguments.coefficients.empty()) {
    throw assay::sdk::Error(
        ASSAY_INVALID, "array and coefficients both define the grid's contents: give one of them");
  }
  if (!arguments.array.empty()) {
    sampled_ = sample_array(host.resolve_path(arguments.array), grid_);
  } else if (!arguments.coefficients.empty()) {
    given_ = read_coefficients(host.resolve_path(arguments.coefficients), grid_);
  } else {
    function_.emplace(arguments.function, grid_, arguments.seed);
  }
}

template <class T>
std::vector<T> GridData::nodal() const {
  return function_ ? products<T>(grid_, nodal_factors(grid_, *function_))
                   : in_precision<T>(sampled_);
}
template std::vector<float> GridData::nodal() const;
template std::vector<double> GridData::nodal() const;

template <class T>
std::vector<T> GridData::coefficients() const {
  if (function_) return products<T>(grid_, hierarchical_factors(grid_, *function_));
  if (!given_.empty()) return in_precision<T>(given_);
  RecursiveGrid recursive(grid_, sampled_);
  recursive.hierarchize();
  return in_precision<T>(recursive.values());
}
template std::vector<float> GridData::coefficients() const;
template std::vector<double> GridData::coefficients() const;

bool GridData::takes_recursion(double steps) const {
  return !function_ || steps <= most_recursive_steps;
}

std::vector<double> GridData::hierarchized(std::span<const double> nodal) const {
  if (!takes_recursion(static_cast<double>(grid_.points()) * grid_.dimensions())) {
    return products<double>(grid_, hierarchical_factors(grid_, *function_));
  }
  RecursiveGrid recursive(grid_, nodal);
  recursive.hierarchize();
  return recursive.values();
}

EvaluationReference GridData::evaluated(std::span<const double> coefficients,
                                        std::span<const double> points) const {
  const std::size_t d = grid_.dimensions();
  const std::size_t count = points.size() / d;
  const double terms = static_cast<double>(grid_.subspaces()) * static_cast<double>(count);
  if (!takes_recursion(terms + static_cast<double>(grid_.points()) * 4)) {
    const Factors factors = hierarchical_factors(grid_, *function_);
    return evaluate_all(points, d, [&](auto x) { return interpolate(grid_, factors, x); });
  }
  const RecursiveGrid recursive(grid_, coefficients);
  return evaluate_all(points, d, [&](auto x) { return recursive.evaluate(x); });
}

std::vector<assay::sdk::Fact> GridData::error_norms(std::span<const double> points) const {
  if (!function_ || !function_->is_known_everywhere()) return {};
  const Factors factors = hierarchical_factors(grid_, *function_);
  const std::size_t d = grid_.dimensions();
  const auto count = static_cast<std::int64_t>(points.size() / d);
  double largest = 0;
  double squares = 0;
#pragma omp parallel for schedule(static) reduction(max : largest) reduction(+ : squares)
  for (std::int64_t k = 0; k < count; ++k) {
    const auto x = points.subspan(static_cast<std::size_t>(k) * d, d);
    const double error = std::abs(interpolate(grid_, factors, x).value - function_->value(x));
    largest = std::max(largest, error);
    squares += error * error;
  }
  return {{"max_error", largest}, {"rms_error", std::sqrt(squares / static_cast<double>(count))}};
}

std::vector<assay::sdk::Fact> GridData::facts(std::size_t element_bytes) const {
  const auto points = static_cast<double>(grid_.points());
  return {{"dimensions", static_cast<double>(grid_.dimensions())},
          {"levels", static_cast<double>(grid_.levels())},
          {"grid_points", points},
          {"subspaces", static_cast<double>(grid_.subspaces())},
          {"grid_bytes", points * static_cast<double>(element_bytes), "bytes"}};
}

}  // namespace compact_grid
