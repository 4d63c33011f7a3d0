#include "framework/tune/strategy/outcome_scale.hpp"

#include <limits>
#include <random>

#include "tests/catch.hpp"

using namespace assay;

namespace {

OutcomeRanges ranges_of(const std::vector<Outcome>& outcomes) {
  OutcomeRanges ranges;
  for (const auto& outcome : outcomes) ranges.take(outcome);
  return ranges;
}

const std::vector<double> alone = {1};
const std::vector<double> even = {0.5, 0.5};

}  // namespace

TEST_CASE("an objective alone is told as it is") {
  const OutcomeScale scale;
  CHECK(scale.told({0.3, {}, {}}, alone) == 0.3);
  CHECK(scale.fits(ranges_of({{1, {}, {}}, {100, {}, {}}})));
}

TEST_CASE("what is better in everything is told less, whatever the weights") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> value(0.1, 30);
  std::vector<Outcome> outcomes;
  for (int k = 0; k < 50; ++k) outcomes.push_back({value(random), {-value(random)}, {}});
  const OutcomeScale scale(ranges_of(outcomes));
  for (const auto& weights : {even, {1, 0}, {0, 1}, {0.25, 0.75}}) {
    for (const auto& a : outcomes) {
      for (const auto& b : outcomes) {
        if (a.objective < b.objective && a.costs[0] < b.costs[0]) {
          CHECK(scale.told(a, weights) < scale.told(b, weights));
        }
      }
    }
  }
}

TEST_CASE("all weight on a quantity makes it decide") {
  const Outcome fast{1, {9}, {}};
  const Outcome right{5, {1}, {}};
  const Outcome between{2, {3}, {}};
  const OutcomeScale scale(ranges_of({fast, right, between}));
  CHECK(scale.told(fast, std::vector<double>{1, 0}) <
        scale.told(between, std::vector<double>{1, 0}));
  CHECK(scale.told(right, std::vector<double>{0, 1}) <
        scale.told(between, std::vector<double>{0, 1}));
  CHECK(scale.told(between, even) < scale.told(fast, even));
  CHECK(scale.told(between, even) < scale.told(right, even));
}

TEST_CASE("what breaks a requirement is told worse than all that keep them, by how much") {
  const Outcome good{1, {2}, {0}};
  const Outcome bad{50, {9}, {0}};
  const Outcome near{0.1, {1}, {0.01}};
  const Outcome far{0.1, {1}, {0.5}};
  const OutcomeScale scale(ranges_of({good, bad, near, far}));
  CHECK(scale.told(bad, even) < scale.told(near, even));
  CHECK(scale.told(near, even) < scale.told(far, even));
  const OutcomeScale single(ranges_of({{1, {}, {0}}, {50, {}, {0}}, {0.1, {}, {0.5}}}));
  CHECK(single.told({1, {}, {0}}, alone) == 1);
  CHECK(single.told({0.1, {}, {0.5}}, alone) > 50);
}

TEST_CASE("before anything keeps the requirements the nearest is told least") {
  const Outcome near{3, {1}, {1}};
  const Outcome far{1, {1}, {2}};
  const OutcomeScale scale(ranges_of({near, far}));
  CHECK(scale.told(near, even) < scale.told(far, even));
  CHECK_FALSE(scale.fits(ranges_of({near, far, {1, {1}, {0}}})));
}

TEST_CASE("a scale fits until an end of the front has moved by a tenth") {
  const std::vector<Outcome> known = {{1, {5}, {}}, {2, {1}, {}}};
  const OutcomeScale scale(ranges_of(known));
  auto more = known;
  more.push_back({1.5, {3}, {}});
  more.push_back({0.97, {5.2}, {}});
  CHECK(scale.fits(ranges_of(more)));
  more.push_back({0.5, {8}, {}});
  CHECK_FALSE(scale.fits(ranges_of(more)));
}

TEST_CASE("wide ranges of one sign are logarithmic") {
  CHECK(QuantityRange{1e-7, 1e-3}.logarithmic());
  CHECK(QuantityRange{-1000, -1}.logarithmic());
  CHECK_FALSE(QuantityRange{1, 9}.logarithmic());
  CHECK_FALSE(QuantityRange{-9, -1}.logarithmic());
  CHECK_FALSE(QuantityRange{-1, 1000}.logarithmic());
  CHECK_FALSE(QuantityRange{0, 1000}.logarithmic());
}
