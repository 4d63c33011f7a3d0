#include "framework/core/pareto_front.hpp"

#include <algorithm>
#include <limits>
#include <random>

#include "tests/catch.hpp"

using namespace assay;

namespace {

ParetoPoint exact(double objective, std::vector<double> further) {
  return {{objective, objective, objective}, std::move(further)};
}

bool equal(const ParetoPoint& a, const ParetoPoint& b) {
  return a.objective.median == b.objective.median && a.further == b.further;
}

// Whether `a` dominates `b` by the definition: no worse in every measure and better in one.
bool dominates(const ParetoPoint& a, const ParetoPoint& b) {
  bool none_worse = a.objective.median <= b.objective.median;
  for (std::size_t k = 0; k < a.further.size(); ++k) {
    none_worse = none_worse && a.further[k] <= b.further[k];
  }
  return none_worse && !equal(a, b);
}

// Points with few distinct values, so that there are many ties and duplicates.
std::vector<ParetoPoint> random_points(std::mt19937& random, std::size_t count, std::size_t further,
                                       int values) {
  std::uniform_int_distribution<int> value(1, values);
  std::vector<ParetoPoint> points;
  for (std::size_t k = 0; k < count; ++k) {
    points.push_back(exact(value(random), {}));
    for (std::size_t f = 0; f < further; ++f) points.back().further.push_back(value(random));
  }
  return points;
}

}  // namespace

TEST_CASE("the front is what nothing dominates, duplicates once") {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const std::size_t further = round % 4;
    const auto points = random_points(random, 1 + round % 40, further, 3 + round % 9);
    const auto front = pareto_front(points);
    for (std::size_t k = 0; k < points.size(); ++k) {
      const bool dominated = std::any_of(points.begin(), points.end(),
                                         [&](const auto& p) { return dominates(p, points[k]); });
      const auto members = std::count_if(front.begin(), front.end(), [&](std::size_t member) {
        return equal(points[member], points[k]);
      });
      CHECK(members == (dominated ? 0 : 1));
    }
    CHECK(std::is_sorted(front.begin(), front.end(), [&](std::size_t a, std::size_t b) {
      return points[a].objective.median < points[b].objective.median;
    }));
  }
}

// Domination with intervals has no cycles, so that there is exactly one set whose members do not
// leave each other out and leave out every other point.
TEST_CASE("with intervals members leave out all others, and none of themselves") {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> width(0, 2);
  for (int round = 0; round < 300; ++round) {
    auto points = random_points(random, 1 + round % 30, 1 + round % 3, 8);
    for (auto& point : points) {
      const double half = width(random);
      point.objective = {point.objective.median, point.objective.median - half,
                         point.objective.median + half};
    }
    const auto front = pareto_front(points);
    REQUIRE_FALSE(front.empty());
    for (std::size_t k = 0; k < points.size(); ++k) {
      const bool is_member = std::count(front.begin(), front.end(), k) != 0;
      const bool left_out = std::any_of(front.begin(), front.end(), [&](std::size_t member) {
        return member != k && no_worse(points[member], points[k]) &&
               !no_worse(points[k], points[member]);
      });
      CHECK_FALSE((is_member && left_out));
      const bool equalled = std::any_of(front.begin(), front.end(), [&](std::size_t member) {
        return no_worse(points[member], points[k]);
      });
      CHECK(equalled);  // by itself if by no other member
    }
  }
}

TEST_CASE("times whose intervals overlap are equal, and the fastest stays") {
  const ParetoPoint fast{{1.0, 0.9, 1.1}, {5}};
  const ParetoPoint same{{1.05, 0.95, 1.15}, {5}};
  const ParetoPoint better{{1.08, 1.0, 1.2}, {4}};
  CHECK(pareto_front({same, fast}) == std::vector<std::size_t>{1});
  CHECK(pareto_front({fast, same, better}) == std::vector<std::size_t>{2});
}

TEST_CASE("a chain of overlaps does not leave out what is clearly faster") {
  const ParetoPoint first{{1.0, 0.9, 1.1}, {3}};
  const ParetoPoint second{{1.15, 1.05, 1.25}, {2}};
  const ParetoPoint third{{1.3, 1.2, 1.4}, {1}};
  CHECK(pareto_front({first, second, third}) == std::vector<std::size_t>{0, 2});
}

TEST_CASE("too few samples for an interval make no time equal to others") {
  const double none = std::numeric_limits<double>::infinity();
  const ParetoPoint fast{{1.0, 0.9, 1.1}, {5}};
  const ParetoPoint vague{{2.0, 0.5, none}, {4}};
  CHECK(pareto_front({fast, vague}) == std::vector<std::size_t>{0, 1});
}

TEST_CASE("an even spread holds both ends") {
  CHECK(evenly_spread(5, 3) == std::vector<std::size_t>{0, 2, 4});
  CHECK(evenly_spread(10, 2) == std::vector<std::size_t>{0, 9});
  CHECK(evenly_spread(3, 8) == std::vector<std::size_t>{0, 1, 2});
  CHECK(evenly_spread(4, 1) == std::vector<std::size_t>{0});
  CHECK(evenly_spread(4, 0).empty());
  CHECK(evenly_spread(0, 4).empty());
}
