#include "framework/tune/strategy/gaussian_process.hpp"

#include <cmath>
#include <random>

#include "tests/catch.hpp"

using namespace assay;

namespace {

std::vector<Axis> grid(std::size_t parameters, std::size_t values) {
  std::vector<double> places;
  for (std::size_t v = 0; v < values; ++v) {
    places.push_back(static_cast<double>(v) / static_cast<double>(values - 1));
  }
  return std::vector<Axis>(parameters, Axis{places});
}

// Every `stride`-th point of a grid, starting with number `first`.
std::vector<GaussianProcess::Point> points(std::uint32_t values, std::uint32_t first,
                                           std::uint32_t stride) {
  std::vector<GaussianProcess::Point> chosen;
  for (std::uint32_t k = first; k < values * values; k += stride) {
    chosen.push_back({k / values, k % values});
  }
  return chosen;
}

// A function of the first parameter alone.
double wave(const GaussianProcess::Point& point) { return std::sin(0.4 * point[0]) + 3; }

std::vector<double> targets(const std::vector<GaussianProcess::Point>& points) {
  std::vector<double> values;
  for (const auto& point : points) values.push_back(wave(point));
  return values;
}

}  // namespace

TEST_CASE("a Gaussian process knows what it has seen and doubts what is far from it") {
  GaussianProcess process(grid(2, 12));
  process.fit({{0, 0}, {0, 1}, {1, 0}}, {1, 1.1, 1.3}, false);
  const auto near = process.predict({0, 0});
  const auto far = process.predict({11, 11});
  CHECK(near.mean == Approx(1).margin(0.05));
  CHECK(near.deviation < 0.3 * far.deviation);
  CHECK(far.mean > 1);
  CHECK(far.mean < 1.3);
}

TEST_CASE("observations one by one make the same process as all at once") {
  const auto seen = points(12, 0, 5);
  const auto values = targets(seen);
  GaussianProcess at_once(grid(2, 12));
  at_once.fit(seen, values, false);
  GaussianProcess in_turn(grid(2, 12));
  in_turn.fit({seen[0]}, {values[0]}, false);
  for (std::size_t k = 1; k < seen.size(); ++k) in_turn.add(seen[k], 7.0);
  in_turn.retarget(values);
  for (const auto& point : points(12, 2, 7)) {
    CHECK(in_turn.predict(point).mean == Approx(at_once.predict(point).mean));
    CHECK(in_turn.predict(point).deviation == Approx(at_once.predict(point).deviation));
  }
}

TEST_CASE("watched candidates are predicted as single points, whatever arrives meanwhile") {
  const auto seen = points(12, 0, 11);
  const auto candidates = points(12, 3, 4);
  GaussianProcess process(grid(2, 12));
  process.fit(seen, targets(seen), true);
  GaussianProcess::Candidates watched;
  process.watch(watched, candidates);
  Eigen::RowVectorXd means;
  Eigen::RowVectorXd deviations;
  process.predict(watched, means, deviations);
  for (const auto& point : points(12, 1, 13)) process.add(point, wave(point));
  process.predict(watched, means, deviations);
  REQUIRE(means.size() == static_cast<Eigen::Index>(candidates.size()));
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const auto single = process.predict(candidates[c]);
    CHECK(means[static_cast<Eigen::Index>(c)] == Approx(single.mean));
    CHECK(deviations[static_cast<Eigen::Index>(c)] == Approx(single.deviation));
  }
}

TEST_CASE("learning finds out which parameter matters") {
  const auto seen = points(12, 0, 5);
  const auto unseen = points(12, 2, 5);
  const auto error = [&](bool learns) {
    GaussianProcess process(grid(2, 12));
    process.fit(seen, targets(seen), learns);
    double sum = 0;
    for (const auto& point : unseen) sum += std::abs(process.predict(point).mean - wave(point));
    return sum / static_cast<double>(unseen.size());
  };
  CHECK(error(true) < 0.02);
  CHECK(error(true) < error(false));
}

TEST_CASE("a covariance learnt elsewhere tells what matters before the observations can") {
  GaussianProcess elsewhere(grid(2, 12));
  elsewhere.fit(points(12, 0, 3), targets(points(12, 0, 3)), true);
  const auto few = points(12, 0, 19);
  auto opposite = targets(few);
  for (double& value : opposite) value = -value;
  const auto unseen = points(12, 2, 5);
  const auto error = [&](bool informed) {
    GaussianProcess process(grid(2, 12));
    if (informed) process.expect_covariance(elsewhere.covariance_learnt(), 1);
    process.fit(few, opposite, true);
    double sum = 0;
    for (const auto& point : unseen) sum += std::abs(process.predict(point).mean + wave(point));
    return sum / static_cast<double>(unseen.size());
  };
  CAPTURE(error(true), error(false));
  CHECK(2 * error(true) < error(false));
}

TEST_CASE("whatever the targets, what was learnt of them predicts finite values") {
  const auto seen = points(12, 0, 3);
  for (const double height : {0.0, 1e-300, 1.0, 1e150}) {
    CAPTURE(height);
    // Neighbours have nothing in common, so that the length scales shrink to their bound.
    std::vector<double> values;
    for (const auto& point : seen) values.push_back((point[0] + point[1]) % 2 == 0 ? height : 0);
    GaussianProcess process(grid(2, 12));
    for (int turn = 0; turn < 4; ++turn) process.fit(seen, values, true);
    for (const auto& point : points(12, 1, 5)) {
      CHECK(std::isfinite(process.predict(point).mean));
      CHECK(std::isfinite(process.predict(point).deviation));
    }
  }
}
