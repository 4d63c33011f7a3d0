#include "framework/guard/blocks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "framework/core/hash.hpp"
#include "framework/guard/clock_step.hpp"
#include "framework/measure/clock.hpp"

namespace assay::guard {
namespace {

constexpr const char* stage_name = "guard";

// Whether the worker was lost with both sides, so that it is unknown which one is at fault.
bool is_lost(const PairedResult& result) {
  return result.candidate_first.empty() && !result.baseline.ok() &&
         result.baseline.status != TrialStatus::stopped && !result.candidate.ok() &&
         result.candidate.status != TrialStatus::stopped;
}

// The failure message of the side that is itself at fault.
std::string failure_of(const PairedResult& result) {
  const auto told = [](const char* side, const TrialResult& trial) {
    return fmt::format("the {} failed ({}): {}", side, to_string(trial.status), trial.message);
  };
  const auto at_fault = [](const TrialResult& trial) {
    return !trial.ok() && trial.status != TrialStatus::stopped;
  };
  if (at_fault(result.baseline)) return told("baseline", result.baseline);
  if (at_fault(result.candidate)) return told("candidate", result.candidate);
  return result.ok() ? "" : "the measurement was interrupted";
}

}  // namespace

WorkerBlocks::WorkerBlocks(Session& session, const BuildFolders& folders,
                           const WorkerOptions& options, const Scenario& scenario,
                           const BlockOptions& block, std::uint64_t seed)
    : session_(session),
      folders_(folders),
      options_(options),
      scenario_(scenario),
      sampling_(scenario.sampling),
      seed_(seed) {
  sampling_.max_samples = std::max(block.pairs, fewest_pairs);
  sampling_.max_seconds = block.seconds;
}

Block WorkerBlocks::measure(const Case& one) {
  const std::uint64_t seed = Hasher().number(seed_).number(number_).value();
  const Stopwatch watch;
  PairedResult result;
  Block block;
  {
    WorkerClient worker(both_builds(folders_, options_, seed % 2 == 1));
    result = worker.run_pairs(request(one, seed, sampling_));
    block = outlast_clock(worker, one, seed, result);
  }
  block.seconds = watch.seconds();
  block.start_seconds += block.seconds;
  if (is_lost(result)) tell_apart(one, result);
  block.baseline = result.baseline.status;
  block.candidate = result.candidate.status;
  block.failure = failure_of(result);
  record(one, result, sampling_);
  ++number_;
  if (block.ok() && block.pairs.empty() && block.inconclusive.empty()) {
    block.failure =
        "a block consisted only of warm-up: give it more pairs (--pairs) or more time "
        "(--block-seconds)";
  }
  return block;
}

Block WorkerBlocks::pairs_of(const PairedResult& result) const {
  Block block;
  for (std::size_t k = 0; k < result.candidate_first.size(); ++k) {
    const Sample& baseline = result.baseline.samples[k];
    const Sample& candidate = result.candidate.samples[k];
    block.start_seconds -= baseline.seconds + candidate.seconds;
    if (!candidate.counts()) continue;
    block.slowed += candidate.slowed == Slowed::no ? 0 : 1;
    block.pairs.push_back({scenario_.objective.of(baseline), scenario_.objective.of(candidate)});
  }
  return block;
}

Block WorkerBlocks::outlast_clock(WorkerClient& worker, const Case& one, std::uint64_t seed,
                                  PairedResult& result) {
  Block block = pairs_of(result);
  const double step = result.ok() ? coarse_step(block.pairs) : 0;
  if (step == 0) return block;
  const double runs = runs_to_last(block.pairs, step);
  const std::string reason = too_coarse_text(step);
  if (!(runs <= most_runs)) {
    block.inconclusive = reason;
    return block;
  }
  record(one, result, sampling_);
  const auto size = static_cast<std::uint32_t>(runs);
  SamplingOptions longer = sampling_;
  // One extra group, since part of the first may be warm-up.
  const std::uint64_t all = (std::uint64_t{sampling_.max_samples} + 1) * size;
  longer.max_samples = static_cast<std::uint32_t>(std::min<std::uint64_t>(all, most_runs + size));
  result = worker.run_pairs(request(one, seed, longer));
  const double before = block.start_seconds;
  block = pairs_of(result);
  block.start_seconds += before;
  if (!result.ok()) return block;
  const bool enough = block.pairs.size() >= size && lasts(block.pairs, size, step);
  block.pairs = grouped(block.pairs, size);
  block.slowed /= size;
  if (!enough) block.inconclusive = reason + "; or give each block more time (--block-seconds)";
  return block;
}

// Runs the baseline alone: if it succeeds, the candidate was at fault.
void WorkerBlocks::tell_apart(const Case& one, PairedResult& result) const {
  WorkerClient worker(both_builds(folders_, options_, false));
  const TrialResult alone =
      worker.run_trial(session_.request(one.instance, one.baseline, one.configuration, sampling_));
  (alone.ok() ? result.baseline : result.candidate).status = TrialStatus::stopped;
}

PairRequest WorkerBlocks::request(const Case& one, std::uint64_t seed,
                                  const SamplingOptions& sampling) const {
  return {session_.request(one.instance, one.baseline, one.configuration, sampling),
          one.candidate.variant.name, one.candidate.variant.build_id, one.configuration, seed};
}

// Records both sides, except one that was stopped because of the other: it tells nothing.
void WorkerBlocks::record(const Case& one, const PairedResult& result,
                          const SamplingOptions& sampling) {
  const TrialStage stage{stage_name, number_};
  std::vector<std::int64_t> trials;
  const auto keep = [&](const Contender& side, const TrialResult& trial) {
    if (trial.status == TrialStatus::stopped) return;
    trials.push_back(
        session_.record(one.instance, side, one.configuration, trial, sampling, stage).trial);
  };
  keep(one.baseline, result.baseline);
  keep(one.candidate, result.candidate);
  if (trials.size() == 2) {
    session_.store().record_pairing(trials[0], trials[1], result.candidate_first);
  }
}

}  // namespace assay::guard
