// Tests of a guard's conclusions from its blocks: verdicts, second rounds, refusals. Blocks are
// made up here; workers.cpp has real ones.
#include "framework/guard/guard.hpp"

#include <cmath>
#include <deque>

#include "framework/core/random.hpp"
#include "framework/guard/acceptance.hpp"
#include "tests/catch.hpp"
#include "tests/framework/guard/builds.hpp"
#include "tests/framework/store/store_fixture.hpp"

using namespace assay;
using namespace assay::guard;
using assay::test::BuildBench;

namespace {

// Blocks of pairs around given changes: one change for each block, the last one for all further
// blocks.
class MadeBlocks : public BlockSource {
 public:
  explicit MadeBlocks(std::deque<double> changes, double noise = 0.002)
      : changes_(std::move(changes)), noise_(noise) {}

  Block measure(const Case& /*one*/) override {
    ++measured;
    const double change = changes_.front();
    if (changes_.size() > 1) changes_.pop_front();
    Block block = next;
    block.baseline = block.candidate = TrialStatus::ok;
    for (int k = 0; k < 10; ++k) {
      const double drift = std::exp(random_.normal());  // common to baseline and candidate
      block.pairs.push_back(
          {1e-3 * drift, 1e-3 * drift * std::exp(change + noise_ * random_.normal())});
    }
    return block;
  }

  Block next;  // the fields of every block except for its pairs
  int measured = 0;

 private:
  std::deque<double> changes_;
  double noise_;
  Random random_{7};
};

struct Guarded {
  explicit Guarded(const std::string& baseline = "spin-1", const std::string& candidate = "spin-2")
      : bench(baseline, candidate) {}

  CaseResult run(BlockSource& blocks) {
    GuardObserver silent;
    const GuardReport report = run_guard(bench.session, blocks, bench.cases, options, silent, stop);
    code = exit_code(report);
    REQUIRE(report.results.size() == report.cases.size());
    return report.results.at(0);
  }

  BuildBench bench;
  GuardOptions options;
  std::atomic<bool> stop = false;
  int code = -1;
};

}  // namespace

TEST_CASE("no difference is equivalent, after as few blocks as that takes") {
  Guarded guarded;
  MadeBlocks blocks({0});
  const CaseResult result = guarded.run(blocks);
  CHECK(result.kind == CaseResult::Kind::equivalent);
  CHECK(result.blocks == 8);
  CHECK(blocks.measured == 8);
  CHECK(guarded.code == 0);
  auto verdicts = test::raw(guarded.bench.folder / "s.db");
  CHECK(verdicts.integer("SELECT count(*) FROM v_verdicts WHERE outcome = 'equivalent'") == 1);
}

TEST_CASE("a slower candidate is measured again in fresh blocks before it is called so") {
  Guarded guarded;
  MadeBlocks blocks({0.05});
  const CaseResult result = guarded.run(blocks);
  CHECK(result.kind == CaseResult::Kind::slower);
  CHECK(result.location->estimate == Approx(0.05).margin(0.005));
  CHECK(result.location->lower > 0);
  CHECK(result.seconds > 0);
  CHECK(result.blocks == guarded.options.confirmation);  // the blocks of the second round only
  CHECK(blocks.measured == 8 + 16);
  CHECK(guarded.code == 1);
}

TEST_CASE("a faster candidate is no fault") {
  Guarded guarded;
  MadeBlocks blocks({-0.05});
  CHECK(guarded.run(blocks).kind == CaseResult::Kind::faster);
  CHECK(guarded.code == 0);
}

TEST_CASE("what the second round does not find is not claimed") {
  Guarded guarded;
  std::deque<double> changes(8, 0.05);
  changes.push_back(0.0);
  MadeBlocks gone(changes);
  CHECK(guarded.run(gone).kind == CaseResult::Kind::equivalent);
  changes.back() = -0.05;
  MadeBlocks turned(changes);
  const CaseResult result = guarded.run(turned);
  CHECK(result.kind == CaseResult::Kind::inconclusive);
  CHECK_THAT(result.reason, contains("at first slower (+5"));
  CHECK(guarded.code == 4);
}

TEST_CASE("too much noise is inconclusive, and says so") {
  Guarded guarded;
  MadeBlocks blocks({0}, 0.5);
  const CaseResult result = guarded.run(blocks);
  CHECK(result.kind == CaseResult::Kind::inconclusive);
  CHECK(result.blocks == 32);
  CHECK(result.reason != "");
  CHECK(guarded.code == 4);
}

TEST_CASE(
    "a candidate that fails is a regression by its name, a baseline that fails is no answer") {
  Guarded guarded;
  struct Failing : BlockSource {
    TrialStatus baseline = TrialStatus::ok;
    TrialStatus candidate = TrialStatus::ok;
    Block measure(const Case&) override {
      Block block;
      block.failure = "one side failed: why";
      block.baseline = baseline;
      block.candidate = candidate;
      return block;
    }
  } failing;
  failing.baseline = TrialStatus::stopped;
  failing.candidate = TrialStatus::wrong_output;
  CaseResult result = guarded.run(failing);
  CHECK(result.kind == CaseResult::Kind::invalid);
  CHECK_THAT(result.reason, contains("one side failed: why"));
  CHECK(guarded.code == 1);
  failing.baseline = TrialStatus::wrong_output;
  failing.candidate = TrialStatus::stopped;
  CHECK(guarded.run(failing).kind == CaseResult::Kind::invalid);
  CHECK(guarded.code == 3);
}

TEST_CASE("pairs on a device that slowed itself down are no comparison") {
  Guarded guarded;
  MadeBlocks blocks({0.1});
  blocks.next.slowed = 9;
  const CaseResult result = guarded.run(blocks);
  CHECK(result.kind == CaseResult::Kind::invalid);
  CHECK_THAT(result.reason, contains("slowed itself down"));
  CHECK(guarded.code == 3);
}

TEST_CASE("the same build needs no measuring") {
  Guarded guarded("spin-1", "spin-1");
  MadeBlocks blocks({0.5});
  const CaseResult result = guarded.run(blocks);
  CHECK(result.kind == CaseResult::Kind::equivalent);
  CHECK_THAT(result.reason, contains("same build"));
  CHECK(blocks.measured == 0);
}

TEST_CASE("an interrupted guard has no verdict") {
  Guarded guarded;
  guarded.stop = true;
  MadeBlocks blocks({0});
  const CaseResult result = guarded.run(blocks);
  CHECK(result.kind == CaseResult::Kind::inconclusive);
  CHECK_THAT(result.reason, contains("interrupted"));
  CHECK(guarded.code == 4);
}

TEST_CASE("what the budget leaves undecided is inconclusive and says so") {
  Guarded guarded;
  // Blocks of which number `last` uses up the time budget.
  struct Slow : MadeBlocks {
    using MadeBlocks::MadeBlocks;
    Block measure(const Case& one) override {
      if (measured + 1 == last) *seconds = 0;
      return MadeBlocks::measure(one);
    }
    int last = 0;
    double* seconds = nullptr;
  };
  const auto spent_after = [&](int blocks, double change) {
    Slow made({change}, change == 0 ? 0.5 : 0.002);
    made.last = blocks;
    made.seconds = &guarded.options.budget.seconds;
    guarded.options.budget.seconds = 3600;
    const CaseResult result = guarded.run(made);
    CHECK(made.measured == blocks);
    CHECK(result.kind == CaseResult::Kind::inconclusive);
    CHECK(guarded.code == 4);
    return result.reason;
  };
  CHECK_THAT(spent_after(3, 0), contains("after 3 of its processes") && contains("--seconds"));
  CHECK_THAT(spent_after(20, 0), contains("after 20 of its processes"));
  CHECK_THAT(spent_after(10, 0.05), contains("at first slower (+5") &&
                                        contains("not measured again") && contains("--seconds"));
}

TEST_CASE("looks scale with the most blocks of a case") {
  CHECK(looks_up_to(32) == GuardOptions().looks);
  CHECK(looks_up_to(100) == std::vector<std::size_t>{25, 50, 100});
  CHECK(looks_up_to(2) == std::vector<std::size_t>{1, 2});
  CHECK(looks_up_to(1) == std::vector<std::size_t>{1});
  Guarded guarded;
  guarded.options.looks = looks_up_to(12);
  MadeBlocks noisy({0}, 0.5);
  CHECK(guarded.run(noisy).blocks == 12);
  guarded.options.looks = looks_up_to(3);
  CHECK_THROWS_WITH(guarded.run(noisy), contains("too few for a level of 0.05: 6 are needed"));
}

TEST_CASE("a slowdown that is accepted is told and fails nothing, a failure is not accepted") {
  Guarded guarded;
  MadeBlocks blocks({0.05});
  GuardObserver silent;
  GuardReport report = run_guard(guarded.bench.session, blocks, guarded.bench.cases,
                                 guarded.options, silent, guarded.stop);
  CHECK(exit_code(report) == 1);
  CHECK_THROWS_WITH(accept(report, {"spin.cpuu"}), contains("did you mean 'spin.cpu'?"));
  accept(report, {"spin.cpu"});
  CHECK(report.results.at(0).kind == CaseResult::Kind::slower);
  CHECK(report.results.at(0).accepted);
  CHECK(exit_code(report) == 0);
  report.results[0].invalidate("the candidate failed");
  report.results[0].candidate_failed = true;
  accept(report, {"spin.cpu"});
  CHECK_FALSE(report.results[0].accepted);
  CHECK(exit_code(report) == 1);
  report.cases[0].problem = report.results[0].reason = "the candidate does not have this variant";
  report.results[0].candidate_failed = false;
  CHECK(exit_code(report) == 3);
  accept(report, {"spin.cpu"});
  CHECK(exit_code(report) == 0);
}

TEST_CASE("less than the machine was found to tell apart is not claimed") {
  Guarded guarded;
  CalibrationRecord calibration;
  const Case& one = guarded.bench.cases.cases.at(0);
  calibration.machine = guarded.bench.session.machine();
  const TrialKey key = guarded.bench.session.key(one.instance, one.baseline, {"guard"});
  calibration.key = {one.instance.id, key.variant, key.variant, key.device, {}, key.mode};
  calibration.blocks = 40;
  calibration.pairs = 30;
  calibration.between = 0.2;
  guarded.bench.store.record_calibration(calibration);
  MadeBlocks blocks({0.05});
  const CaseResult result = guarded.run(blocks);
  CHECK(result.smallest_claim > 0.08);
  CHECK(result.kind == CaseResult::Kind::inconclusive);
}

TEST_CASE("nothing to compare is no answer") { CHECK(exit_code(GuardReport{}) == 3); }
