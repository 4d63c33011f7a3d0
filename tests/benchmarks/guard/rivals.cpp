#include "benchmarks/guard/rivals.hpp"

#include <algorithm>
#include <cmath>

#include "framework/inference/normal.hpp"
#include "tests/catch.hpp"

using namespace assay;
using namespace assay::guard;

namespace {

using Times = std::vector<double>;

// How far the number of pairs in which the candidate is slower is from half of all pairs: as
// observed, and for every choice of the times that are the candidate's.
struct AllChoices {
  double observed = 0;
  Times distances;
};

AllChoices all_choices(const Times& baseline, const Times& candidate) {
  Times all = baseline;
  all.insert(all.end(), candidate.begin(), candidate.end());
  const auto distance = [&](const std::vector<bool>& is_candidate) {
    double above = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t j = 0; j < all.size(); ++j) {
        if (!is_candidate[i] || is_candidate[j]) continue;
        above += all[i] > all[j] ? 1 : (all[i] == all[j] ? 0.5 : 0);
      }
    }
    return std::abs(above - static_cast<double>(baseline.size() * candidate.size()) / 2);
  };
  std::vector<bool> chosen(all.size());
  std::fill(chosen.begin() + static_cast<std::ptrdiff_t>(baseline.size()), chosen.end(), true);
  AllChoices result = {distance(chosen), {}};
  do {
    result.distances.push_back(distance(chosen));
  } while (std::next_permutation(chosen.begin(), chosen.end()));
  return result;
}

Times drawn_times(std::size_t count, std::size_t values, double scale, Random& random) {
  Times times;
  for (std::size_t run = 0; run < count; ++run) {
    times.push_back(scale * (1 + static_cast<double>(random.below(values))));
  }
  return times;
}

TEST_CASE("the p-value of Mann and Whitney is near that of all choices") {
  Random random(1);
  for (int repetition = 0; repetition < 10; ++repetition) {
    const Times baseline = drawn_times(8, 1000000, 1, random);
    const Times candidate = drawn_times(7, 1000000, 1.4, random);
    const AllChoices choices = all_choices(baseline, candidate);
    double as_far = 0;
    for (const double distance : choices.distances) {
      as_far += distance >= choices.observed - 1e-9 ? 1 : 0;
    }
    CHECK(mann_whitney_p(baseline, candidate) ==
          Approx(as_far / static_cast<double>(choices.distances.size())).margin(0.02));
    CHECK(mann_whitney_p(baseline, candidate) == Approx(mann_whitney_p(candidate, baseline)));
  }
}

TEST_CASE("with ties the variance of Mann and Whitney is that over all choices") {
  Random random(2);
  for (const std::size_t values : {2U, 3U, 5U}) {
    const Times baseline = drawn_times(6, values, 1, random);
    const Times candidate = drawn_times(5, values + 1, 1, random);
    const AllChoices choices = all_choices(baseline, candidate);
    double variance = 0;
    for (const double distance : choices.distances) {
      variance += distance * distance / static_cast<double>(choices.distances.size());
    }
    const double z = std::max(0.0, choices.observed - 0.5) / std::sqrt(variance);
    CHECK(mann_whitney_p(baseline, candidate) == Approx(2 * inference::normal_probability(-z)));
  }
  CHECK(mann_whitney_p(Times(5, 1.0), Times(5, 1.0)) == 1);
}

TEST_CASE("each rule tells which build is slower") {
  Times fast;
  Times slow;
  for (int run = 0; run < 20; ++run) {
    fast.push_back(1 + 0.001 * run);
    slow.push_back(1.2 + 0.001 * run);
  }
  using Rule = std::function<inference::Outcome(const Times&, const Times&)>;
  const Rule rules[] = {
      [](const Times& b, const Times& c) { return mann_whitney(b, c, 0.05); },
      [](const Times& b, const Times& c) { return median_gap(b, c, 0.05); },
      [](const Times& b, const Times& c) { return minimum_gap(b, c, 0.05); },
      [](const Times& b, const Times& c) { return three_sigma(b, c); },
  };
  for (const Rule& rule : rules) {
    CHECK(rule(fast, slow) == inference::Outcome::slower);
    CHECK(rule(slow, fast) == inference::Outcome::faster);
    CHECK(rule(fast, fast) == inference::Outcome::equivalent);
  }
}

TEST_CASE("gaps and sigmas are where they should be") {
  CHECK(median_gap(Times{1, 1, 9}, Times{1.04, 1.04, 0}, 0.05) == inference::Outcome::equivalent);
  CHECK(median_gap(Times{1, 1, 9}, Times{1.06, 1.06, 0}, 0.05) == inference::Outcome::slower);
  CHECK(minimum_gap(Times{9, 1}, Times{1.06, 9}, 0.05) == inference::Outcome::slower);
  CHECK(minimum_gap(Times{9, 1}, Times{0.94, 9}, 0.05) == inference::Outcome::faster);
  // The baseline has a mean of 2 and a standard deviation of 1.
  CHECK(three_sigma(Times{1, 2, 3}, Times{4.9, 4.9}) == inference::Outcome::equivalent);
  CHECK(three_sigma(Times{1, 2, 3}, Times{5.1, 5.1}) == inference::Outcome::slower);
  CHECK(three_sigma(Times{1, 2, 3}, Times{-1.1, -1.1}) == inference::Outcome::faster);
}

// A machine whose times depend on nothing but the order of its runs: they grow from run to run.
class Counting final : public Noise {
 public:
  double next(Random&) override { return ++runs_; }

 private:
  double runs_ = 0;
};

TEST_CASE("rivals run all of the baseline first, the guard's blocks mix") {
  for (const Detector& rival : rival_detectors(40, 0.05, {0.2, 0.01})) {
    Machine machine(std::make_unique<Counting>(), nullptr, 0, 1);
    Random random(1);
    const Finding finding = rival.compare(machine, random);
    // All but the 3-sigma rule find the second half of the runs slower; three sigmas of so steep a
    // first half are too wide.
    if (rival.name != "3 sigma") CHECK(finding.outcome == inference::Outcome::slower);
    CHECK(finding.seconds == Approx(rival.name == "alternating pairs" ? 1.0 : 1.2));
  }
  Machine machine(std::make_unique<Counting>(), nullptr, 0, 1);
  Random random(1);
  const auto block = run_block(machine, 6, random);
  REQUIRE(block.size() == 6);
  int baseline_first = 0;
  for (std::size_t pair = 0; pair < 6; ++pair) {
    const double earlier = std::min(block[pair].baseline, block[pair].candidate);
    CHECK(earlier == 2 * static_cast<double>(pair) + 1);
    CHECK(std::abs(block[pair].baseline - block[pair].candidate) == 1);
    baseline_first += block[pair].baseline == earlier ? 1 : 0;
  }
  CHECK(baseline_first == 3);
}

}  // namespace
