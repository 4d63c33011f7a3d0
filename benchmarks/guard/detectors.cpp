#include "benchmarks/guard/detectors.hpp"

#include "framework/guard/rounds.hpp"
#include "framework/measure/pair_order.hpp"

namespace assay::guard {
namespace {

class SimulatedPairs final : public Subject {
 public:
  SimulatedPairs(Machine& machine, Random& random, std::size_t pairs)
      : machine_(machine), random_(random), pairs_(pairs) {}

  bool begin(Round, CaseResult&) override { return true; }
  std::optional<double> observe(std::size_t, CaseResult&) override {
    ++blocks_;
    return inference::block_effect(run_block(machine_, pairs_, random_));
  }
  [[nodiscard]] inference::Verdict judge(std::span<const double> observations,
                                         const inference::Criteria& criteria) const override {
    return inference::judge(observations, criteria);
  }

  [[nodiscard]] double seconds(const RunCosts& costs) const {
    return static_cast<double>(blocks_) *
           (costs.process + 2 * static_cast<double>(pairs_) * costs.run);
  }

 private:
  Machine& machine_;
  Random& random_;
  std::size_t pairs_;
  std::size_t blocks_ = 0;
};

template <class Rounds>
Detector detector_of(std::string name, const GuardOptions& options, const RunCosts& costs,
                     Rounds rounds) {
  return {std::move(name), [=](Machine& machine, Random& random) {
            SimulatedPairs subject(machine, random, options.block.pairs);
            Finding finding = finding_of(rounds(subject, options));
            finding.seconds = subject.seconds(costs);
            return finding;
          }};
}

CaseResult both_rounds(Subject& subject, const GuardOptions& options) {
  Subject* const one[] = {&subject};
  return judge_in_two_rounds(one, options, Family::suspects).front();
}

inference::Outcome outcome_of(CaseResult::Kind kind) {
  switch (kind) {
    case CaseResult::Kind::faster:
      return inference::Outcome::faster;
    case CaseResult::Kind::slower:
      return inference::Outcome::slower;
    case CaseResult::Kind::equivalent:
      return inference::Outcome::equivalent;
    case CaseResult::Kind::inconclusive:
    case CaseResult::Kind::invalid:
      break;
  }
  return inference::Outcome::undecided;
}

}  // namespace

std::vector<inference::TimePair> run_block(Machine& machine, std::size_t pairs, Random& random) {
  machine.start_process();
  std::vector<inference::TimePair> block;
  for (const bool baseline_first : random_pair_order(pairs, random)) {
    inference::TimePair& pair = block.emplace_back();
    if (baseline_first) pair.baseline = machine.run(Build::baseline);
    pair.candidate = machine.run(Build::candidate);
    if (!baseline_first) pair.baseline = machine.run(Build::baseline);
  }
  return block;
}

Detector guard_detector(const GuardOptions& options, const RunCosts& costs) {
  return detector_of("guard", options, costs, both_rounds);
}

Detector screening_detector(const GuardOptions& options, const RunCosts& costs) {
  return detector_of("first round", options, costs, screen);
}

Finding finding_of(const CaseResult& result) {
  return {outcome_of(result.kind), 0, result.location};
}

}  // namespace assay::guard
