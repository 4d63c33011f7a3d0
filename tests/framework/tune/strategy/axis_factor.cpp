#include "framework/tune/strategy/axis_factor.hpp"

#include <cmath>
#include <numeric>

#include "tests/catch.hpp"

using namespace assay;

namespace {

// An axis of the numbers 1 to `count`.
Axis numbers(std::int64_t count) {
  std::vector<Value> values;
  for (std::int64_t k = 1; k <= count; ++k) values.emplace_back(k);
  return axes_of(SearchSpace({{"p", "", values, values[0], ""}}, {}, {})).at(0);
}

constexpr AxisFactor::Logarithms theta{-0.7, 0.4, -1.5};

double value_at(const Axis& axis, const AxisFactor::Logarithms& where, std::uint32_t a,
                std::uint32_t b) {
  AxisFactor factor(axis);
  factor.set(where);
  return factor.value(a, b);
}

}  // namespace

TEST_CASE("a factor is 1 of a value with itself, and less of others, alike from both sides") {
  for (const std::int64_t count : {9, 500}) {
    AxisFactor factor(numbers(count));
    factor.set(theta);
    for (const std::uint32_t a : {0U, 3U, 8U}) {
      CHECK(factor.value(a, a) == Approx(1));
      for (const std::uint32_t b : {1U, 7U}) {
        CHECK(factor.value(a, b) < 1);
        CHECK(factor.value(a, b) == factor.value(b, a));
      }
    }
    CHECK(factor.value(0, 8) < factor.value(0, 4));  // both odd, but farther apart
  }
}

TEST_CASE("the slopes of a factor are its logarithm's, in a table and beyond") {
  constexpr double step = 1e-6;
  for (const std::int64_t count : {9, 500}) {
    const Axis axis = numbers(count);
    AxisFactor factor(axis);
    factor.set(theta);
    const auto slope = [&](double AxisFactor::Logarithms::*which, std::uint32_t b) {
      auto above = theta;
      auto below = theta;
      above.*which += step;
      below.*which -= step;
      return (std::log(value_at(axis, above, 1, b)) - std::log(value_at(axis, below, 1, b))) /
             (2 * step);
    };
    for (const std::uint32_t b : {0U, 2U, 5U, 8U}) {
      const auto slopes = factor.slopes(1, b);
      CHECK(slopes.by_length == Approx(slope(&AxisFactor::Logarithms::length, b)).margin(1e-8));
      CHECK(slopes.by_importance ==
            Approx(slope(&AxisFactor::Logarithms::importance, b)).margin(1e-8));
      CHECK(slopes.by_kinship == Approx(slope(&AxisFactor::Logarithms::kinship, b)).margin(1e-8));
    }
  }
}

TEST_CASE("a parameter of many values takes memory for its values, not for their pairs") {
  constexpr std::uint32_t count = 1000000;
  std::vector<double> places(count);
  std::iota(places.begin(), places.end(), 0.0);
  for (double& place : places) place /= count - 1;
  AxisFactor factor(Axis{std::move(places)});
  factor.set(theta);
  CHECK(factor.value(0, 1) > factor.value(0, count / 2));
  CHECK(factor.value(0, count - 1) < factor.value(0, count / 2));
}
