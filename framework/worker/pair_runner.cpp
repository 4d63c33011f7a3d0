#include "framework/worker/pair_runner.hpp"

#include <array>
#include <memory>
#include <utility>

#include "framework/measure/pair_order.hpp"
#include "framework/measure/warm_up.hpp"
#include "framework/worker/trial_run.hpp"

namespace assay {
namespace {

// One side of the pair, with its trial in progress.
struct Side {
  TrialSetup setup;
  TrialResult& result;
  std::unique_ptr<TrialRun> run = nullptr;

  // Takes a step and returns whether all is well.
  bool attempt(const std::function<void()>& step) {
    settle(result, step);
    return result.ok();
  }
};

class Pairs {
 public:
  Pairs(const PairSetup& setup, const Announce& announce)
      : setup_(setup),
        announce_(announce),
        draw_(setup.seed),
        baseline_first_(random_pair_order(setup.baseline.sampling.max_samples, draw_)),
        sides_{Side{setup.baseline, result_.baseline},
               Side{of_candidate(setup), result_.candidate}} {}

  PairedResult run() {
    for (Side& side : sides_) side.result.agrees_with = side.setup.instance.agrees_with();
    const std::size_t first = draw_.below(2);
    if (prepare(sides_[first]) && prepare(sides_[1 - first]) && measure()) {
      static_cast<void>(end(sides_[0]) && end(sides_[1]));
    }
    explain_the_other();
    announce_(Stage::finish);
    for (Side& side : sides_) {
      side.run.reset();
      report_fault(side.setup.device, side.result);
    }
    return std::move(result_);
  }

 private:
  static TrialSetup of_candidate(const PairSetup& setup) {
    const TrialSetup& shared = setup.baseline;
    return {setup.candidate,
            shared.instance,
            shared.device,
            shared.resources,
            setup.candidate_configuration,
            shared.sampling,
            shared.objective,
            shared.asked_to_stop};
  }

  bool prepare(Side& side) {
    return side.attempt([&] {
      announce_(Stage::reference);
      side.setup.instance.prepare_reference();
      side.run = std::make_unique<TrialRun>(side.setup, side.result);
      announce_(Stage::compile);
      side.run->compile();
      announce_(Stage::prepare);
      side.run->prepare();
      announce_(Stage::run);
      static_cast<void>(side.run->repeat());
      side.run->verify_first();
    });
  }

  bool measure() {
    announce_(Stage::sample);
    const SamplingOptions& sampling = setup_.baseline.sampling;
    DeviceWatch watch(sides_[1].run->devices());
    for (bool last = false; !last;) {
      if (!take_pair()) return false;
      const std::size_t pairs = result_.candidate_first.size();
      last =
          pairs >= sampling.max_samples || (pairs >= fewest && elapsed() >= sampling.max_seconds);
      const DeviceWatch::Seen seen = watch.look(last);
      // The clock was read directly after the side of the pair that ran last.
      const std::size_t later = result_.candidate_first.back() ? 0 : 1;
      sides_[later].result.samples.back().clock_mhz = seen.clock_mhz;
      mark_slowed(seen.slowed);
    }
    mark_warm_up();
    for (Side& side : sides_) side.run->tell(watch);
    return true;
  }

  bool take_pair() {
    const bool candidate_first = !baseline_first_[result_.candidate_first.size()];
    const std::size_t first = candidate_first ? 1 : 0;
    for (const std::size_t number : {first, 1 - first}) {
      Side& side = sides_[number];
      const bool well = side.attempt([&] {
        if (side.setup.asked_to_stop()) throw TrialFailure{TrialStatus::stopped, "asked to stop"};
        side.result.samples.push_back(side.run->verified_repeat());
      });
      if (!well) return false;
    }
    result_.candidate_first.push_back(candidate_first);
    return true;
  }

  [[nodiscard]] double elapsed() const {
    return sides_[0].run->elapsed_seconds() + sides_[1].run->elapsed_seconds();
  }

  // Marks the last `count` pairs as slowed down.
  void mark_slowed(std::size_t count) {
    for (Side& side : sides_) {
      auto& samples = side.result.samples;
      for (std::size_t k = samples.size() - std::min(count, samples.size()); k < samples.size();
           ++k) {
        samples[k].slowed = Slowed::kept;
      }
    }
  }

  // Marks the warm-up, the same pairs on both sides: those at the beginning in which both sides
  // together took longer.
  void mark_warm_up() {
    std::vector<double> together;
    for (std::size_t k = 0; k < result_.candidate_first.size(); ++k) {
      together.push_back(setup_.baseline.objective.of(result_.baseline.samples[k]) +
                         setup_.baseline.objective.of(result_.candidate.samples[k]));
    }
    const std::size_t warm_up = warm_up_length(together);
    for (std::size_t k = 0; k < warm_up; ++k) {
      for (Side& side : sides_) side.result.samples[k].warm_up = true;
    }
  }

  bool end(Side& side) {
    return side.attempt([&] {
      announce_(Stage::verify);
      side.run->verify_again();
      announce_(Stage::finish);
      side.run->finish();
    });
  }

  // Marks a side without a fault of its own as stopped if the other side failed: its result says
  // nothing.
  void explain_the_other() {
    for (std::size_t number = 0; number < 2; ++number) {
      TrialResult& result = sides_[number].result;
      require_inputs_unchanged(setup_.baseline.instance, result);
      if (!sides_[1 - number].result.ok() && (result.ok() || result.message.empty())) {
        result.status = TrialStatus::stopped;
        result.message = "the other side failed";
      }
    }
  }

  static constexpr std::size_t fewest = 2;

  const PairSetup& setup_;
  const Announce& announce_;
  Random draw_;
  std::vector<bool> baseline_first_;  // one for each pair
  PairedResult result_;
  std::array<Side, 2> sides_;
};

}  // namespace

PairedResult run_pairs(const PairSetup& setup, const Announce& announce) {
  return Pairs(setup, announce).run();
}

}  // namespace assay
