#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "framework/guard/builds.hpp"
#include "framework/guard/cases.hpp"
#include "framework/inference/block_effect.hpp"
#include "framework/tune/session.hpp"

namespace assay::guard {

struct BlockOptions {
  std::uint32_t pairs = 30;  // in each block
  double seconds = 2;  // time limit for beginning another pair; two pairs are measured in any case
};

// The measurement of one fresh process.
struct Block {
  std::vector<inference::TimePair> pairs;  // values of the session's objective; without warm-up
  std::size_t slowed = 0;  // number of pairs taken while the device slowed itself down
  TrialStatus baseline = TrialStatus::error;
  TrialStatus candidate = TrialStatus::error;
  std::string failure;       // which side failed and why; "" if neither did
  std::string inconclusive;  // why the pairs tell nothing although both sides ran; "" if they do
  double start_seconds = 0;  // until the first pair: process, instance, compiling, verifying
  double seconds = 0;        // of the whole block

  [[nodiscard]] bool ok() const { return failure.empty(); }
};

// A source of blocks for a case.
class BlockSource {
 public:
  virtual ~BlockSource() = default;
  [[nodiscard]] virtual Block measure(const Case& one) = 0;
};

// Measures each block in a worker of its own, which loads the builds in random order, and records
// both sides as trials of the stage "guard". If runs are short compared with the steps of their
// clock (clock_step.hpp), the worker continues, and each pair becomes the mean of as many runs as
// compensate for that; a block in which even `most_runs` do not suffice is inconclusive.
class WorkerBlocks : public BlockSource {
 public:
  // The referenced arguments must outlive the object. `options` say how workers start; their
  // folders are replaced.
  WorkerBlocks(Session& session, const BuildFolders& folders, const WorkerOptions& options,
               const Scenario& scenario, const BlockOptions& block, std::uint64_t seed);

  [[nodiscard]] Block measure(const Case& one) override;

  static constexpr std::uint32_t most_runs = 10000;  // per side and block
  static constexpr std::uint32_t fewest_pairs = 8;   // minimum, lest a coarse clock go unnoticed

 private:
  PairRequest request(const Case& one, std::uint64_t seed, const SamplingOptions& sampling) const;
  // The block that consists of the pairs of a result, without those that do not count.
  Block pairs_of(const PairedResult& result) const;
  // Returns the block of `result`. If the clock is too coarse, measures as many more runs as it
  // takes, replaces `result` by them and returns the block of their averages.
  Block outlast_clock(WorkerClient& worker, const Case& one, std::uint64_t seed,
                      PairedResult& result);
  // After the loss of a worker, attributes the failure to one side and marks the other `stopped`.
  void tell_apart(const Case& one, PairedResult& result) const;
  void record(const Case& one, const PairedResult& result, const SamplingOptions& sampling);

  Session& session_;
  const BuildFolders& folders_;
  WorkerOptions options_;
  const Scenario& scenario_;
  SamplingOptions sampling_;
  std::uint64_t seed_;
  std::uint32_t number_ = 0;  // number of blocks so far
};

}  // namespace assay::guard
