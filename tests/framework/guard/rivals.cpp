#include "framework/guard/simulation/rivals.hpp"

#include <algorithm>
#include <cmath>

#include "tests/catch.hpp"

using namespace assay::guard;

namespace {

using Times = std::vector<double>;

// The p-value over all ways to choose who is the baseline, by counting pairs.
double mann_whitney_by_all_choices(const Times& baseline, const Times& candidate) {
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
  const double observed = distance(chosen);
  double as_far = 0;
  double choices = 0;
  do {
    as_far += distance(chosen) >= observed - 1e-9 ? 1 : 0;
    ++choices;
  } while (std::next_permutation(chosen.begin(), chosen.end()));
  return as_far / choices;
}

TEST_CASE("the p-value of Mann and Whitney is near that of all choices, with ties too") {
  Random random(1);
  for (int repetition = 0; repetition < 10; ++repetition) {
    Times baseline(8);
    Times candidate(7);
    const bool tied = repetition % 2 == 0;
    for (double& time : baseline)
      time = tied ? static_cast<double>(random.below(5)) : random.uniform();
    for (double& time : candidate) {
      time = tied ? static_cast<double>(random.below(6)) : 1.4 * random.uniform();
    }
    CHECK(mann_whitney_p(baseline, candidate) ==
          Approx(mann_whitney_by_all_choices(baseline, candidate)).margin(0.03));
    CHECK(mann_whitney_p(baseline, candidate) == Approx(mann_whitney_p(candidate, baseline)));
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
  using Rule = std::function<Outcome(const Times&, const Times&)>;
  const Rule rules[] = {
      [](const Times& b, const Times& c) { return mann_whitney(b, c, 0.05); },
      [](const Times& b, const Times& c) { return median_gap(b, c, 0.05); },
      [](const Times& b, const Times& c) { return minimum_gap(b, c, 0.05); },
      [](const Times& b, const Times& c) { return three_sigma(b, c); },
  };
  for (const Rule& rule : rules) {
    CHECK(rule(fast, slow) == Outcome::slower);
    CHECK(rule(slow, fast) == Outcome::faster);
    CHECK(rule(fast, fast) == Outcome::equivalent);
  }
}

TEST_CASE("gaps and sigmas are where they should be") {
  CHECK(median_gap(Times{1, 1, 9}, Times{1.04, 1.04, 0}, 0.05) == Outcome::equivalent);
  CHECK(median_gap(Times{1, 1, 9}, Times{1.06, 1.06, 0}, 0.05) == Outcome::slower);
  CHECK(minimum_gap(Times{9, 1}, Times{1.06, 9}, 0.05) == Outcome::slower);
  CHECK(minimum_gap(Times{9, 1}, Times{0.94, 9}, 0.05) == Outcome::faster);
  // Mean 2, standard deviation 1.
  CHECK(three_sigma(Times{1, 2, 3}, Times{4.9, 4.9}) == Outcome::equivalent);
  CHECK(three_sigma(Times{1, 2, 3}, Times{5.1, 5.1}) == Outcome::slower);
  CHECK(three_sigma(Times{1, 2, 3}, Times{-1.1, -1.1}) == Outcome::faster);
}

// A machine that notes nothing but in which order it was asked: its times grow from run to run.
class Counting final : public Noise {
 public:
  double next(Random&) override { return ++runs_; }

 private:
  double runs_ = 0;
};

TEST_CASE("rivals run all of the baseline first, the guard's blocks mix") {
  for (const Detector& rival : rival_detectors(40, 0.05, {0.2, 0.01})) {
    Machine machine(std::make_unique<Counting>(), 0, 0, 1);
    Random random(1);
    const Finding finding = rival.compare(machine, random);
    // By halves the second is slower; three sigmas of so steep a first half are too far.
    if (rival.name != "3 sigma") CHECK(finding.outcome == Outcome::slower);
    CHECK(finding.seconds == Approx(rival.name == "alternating pairs" ? 1.0 : 1.2));
  }
  Machine machine(std::make_unique<Counting>(), 0, 0, 1);
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
