#include "framework/tune/strategy/prospects.hpp"

#include <cmath>

#include "framework/tune/strategy/strategies.hpp"
#include "tests/catch.hpp"

using namespace assay;

namespace {

Parameter numbers(const std::string& name, std::int64_t count) {
  Parameter parameter{name, "", {}, std::int64_t{0}, ""};
  for (std::int64_t value = 0; value < count; ++value) parameter.values.emplace_back(value);
  return parameter;
}

SearchSpace square(std::int64_t side) {
  return SearchSpace({numbers("x", side), numbers("y", side)}, {}, {});
}

using Points = std::vector<Prospects::Point>;

Points all_points(const SearchSpace& space) {
  Points points;
  for (std::uint64_t index = 0; index < space.size(); ++index) {
    points.push_back(space.assignment(index));
  }
  return points;
}

}  // namespace

TEST_CASE("with nothing to tell trials apart all are worth the same") {
  const SearchSpace space = square(8);
  Prospects prospects(axes_of(space));
  const Points points = all_points(space);
  CHECK(prospects.probabilities(points).isOnes());
  CHECK(prospects.seconds(points).isOnes());
  CHECK_FALSE(prospects.seconds(points[5]));
  for (std::size_t k = 0; k < 20; ++k) prospects.add(points[3 * k], true, 1.0);
  CHECK(prospects.probabilities(points).isOnes());
  CHECK(prospects.seconds(points).isOnes());
  CHECK_FALSE(prospects.seconds(points[5]));
}

TEST_CASE("what fails like its neighbours is unlikely to succeed, and never certain to fail") {
  const SearchSpace space = square(8);
  Prospects prospects(axes_of(space));
  const Points points = all_points(space);
  const auto fails = [](const Prospects::Point& point) { return point[0] + point[1] > 7; };
  for (std::size_t k = 0; k < points.size(); k += 2) {
    prospects.add(points[k], !fails(points[k]), std::nullopt);
  }
  const Eigen::RowVectorXd probabilities = prospects.probabilities(points);
  for (std::size_t k = 0; k < points.size(); ++k) {
    const auto sum = points[k][0] + points[k][1];
    const double value = probabilities[static_cast<Eigen::Index>(k)];
    CHECK(value > 0);
    CHECK(value <= 1);
    if (sum <= 4) CHECK(value > 0.8);
    if (sum >= 11) CHECK(value < 0.2);
  }
}

TEST_CASE("how long a trial takes is learned of its neighbours") {
  const SearchSpace space = square(8);
  Prospects prospects(axes_of(space));
  const Points points = all_points(space);
  const auto seconds = [](const Prospects::Point& point) { return std::exp2(point[0]); };
  for (std::size_t k = 0; k < points.size(); k += 2) {
    prospects.add(points[k], true, seconds(points[k]));
  }
  const Eigen::RowVectorXd expected = prospects.seconds(points);
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double value = expected[static_cast<Eigen::Index>(k)];
    CHECK(value == Approx(seconds(points[k])).epsilon(0.2));
    CHECK(prospects.seconds(points[k]).value() == Approx(value).epsilon(1e-9));
  }
}

TEST_CASE("a trial that is not finished yet counts with more than it has taken") {
  const SearchSpace space = square(8);
  Prospects prospects(axes_of(space));
  const Points points = all_points(space);
  for (std::size_t k = 0; k < points.size(); k += 2) {
    if (points[k][0] < 4) {
      prospects.add(points[k], true, 1.0);
    } else {
      prospects.add_unfinished(points[k], 20.0);
    }
  }
  CHECK(prospects
            .seconds(space.assignment(
                *space.index_of({{"x", Value(std::int64_t{6})}, {"y", Value(std::int64_t{3})}})))
            .value() > 20);
  CHECK(prospects
            .seconds(space.assignment(
                *space.index_of({{"x", Value(std::int64_t{1})}, {"y", Value(std::int64_t{3})}})))
            .value() < 2);
}

TEST_CASE("a search that knows what trials take finds the best of the cheap ones sooner") {
  // Two equal basins; the trials of one take a hundred times as long.
  const SearchSpace space = square(24);
  const auto objective = [](const Prospects::Point& point) {
    const auto bowl = [&](double x, double y) {
      return std::pow(point[0] - x, 2) + std::pow(point[1] - y, 2);
    };
    return 1 + std::min(bowl(5, 5), bowl(18, 18));
  };
  const auto seconds = [](const Prospects::Point& point) {
    return point[0] + point[1] < 23 ? 0.1 : 10.0;
  };
  double knowing = 0;
  double ignorant = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    for (double* total : {&knowing, &ignorant}) {
      const auto strategy = make_strategy({"bayesian"}, space, seed);
      for (double best = 1e9; best > 1;) {
        const auto index = strategy->propose();
        REQUIRE(index);
        const auto point = space.assignment(*index);
        if (total == &knowing) strategy->took(*index, seconds(point));
        strategy->observe(*index, objective(point));
        best = std::min(best, objective(point));
        *total += seconds(point);
      }
    }
  }
  CHECK(knowing < 0.7 * ignorant);
}

TEST_CASE("what was set aside is proposed once more where most is to be gained from it") {
  // All that was found is far from what the model expects of the trial that was set aside; in the
  // end nothing else is left to gain.
  const SearchSpace space = square(12);
  const auto objective = [](const Prospects::Point& point) {
    return 1.0 + std::abs(point[0] - 9.0) + std::abs(point[1] - 9.0);
  };
  const auto strategy = make_strategy({"bayesian"}, space, 1);
  std::optional<std::uint64_t> aside;
  bool again = false;
  for (int trial = 0; trial < 144 && !again; ++trial) {
    const auto index = strategy->propose();
    REQUIRE(index);
    again = index == aside;
    if (again) break;
    if (!aside && trial == 20) {
      aside = index;
      strategy->set_aside(*index, 5.0);
      continue;
    }
    strategy->took(*index, 1.0);
    strategy->observe(*index, objective(space.assignment(*index)));
  }
  CHECK(again);
  strategy->observe(*aside, objective(space.assignment(*aside)));
  const auto next = strategy->propose();
  CHECK(next != aside);
}
