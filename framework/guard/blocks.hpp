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
  std::uint32_t pairs = 30;  // of each block
  double seconds = 2;        // no pair is begun after so long, but two are measured
};

// What one fresh process measured.
struct Block {
  std::vector<inference::TimePair> pairs;  // of the session's objective; without warm-up
  std::size_t slowed = 0;                  // of them: the device slowed itself down
  TrialStatus baseline = TrialStatus::error;
  TrialStatus candidate = TrialStatus::error;
  std::string failure;       // which side failed and why; "" if neither did
  std::string inconclusive;  // why the pairs tell nothing though both sides ran; "" if they do
  double start_seconds = 0;  // until the first pair: process, instance, compiling, verifying
  double seconds = 0;        // in all

  [[nodiscard]] bool ok() const { return failure.empty(); }
};

// Where the blocks of a case come from.
class BlockSource {
 public:
  virtual ~BlockSource() = default;
  [[nodiscard]] virtual Block measure(const Case& one) = 0;
};

// Measures each block in a worker of its own, which loads the builds in an order drawn for it, and
// records both sides as trials of the stage "guard". Where runs are short beside the steps of their
// clock (clock_step.hpp) the worker goes on, and a pair is the means of as many runs as make up for
// it; a block of `most_runs` in which even that is not enough is inconclusive.
class WorkerBlocks : public BlockSource {
 public:
  // What is borrowed must outlive it. `options` say how workers start; their folders are replaced.
  WorkerBlocks(Session& session, const BuildFolders& folders, const WorkerOptions& options,
               const Scenario& scenario, const BlockOptions& block, std::uint64_t seed);

  [[nodiscard]] Block measure(const Case& one) override;

  static constexpr std::uint32_t most_runs = 10000;  // of a side in a block
  static constexpr std::uint32_t fewest_pairs = 8;   // asked for, lest a coarse clock goes unseen

 private:
  PairRequest request(const Case& one, std::uint64_t seed, const SamplingOptions& sampling) const;
  // The block that the pairs of a result make, less those that do not count.
  Block pairs_of(const PairedResult& result) const;
  // In place of `result` and the block of its pairs, where the clock asks for it: those of as many
  // more runs, averaged.
  Block outlast_clock(WorkerClient& worker, const Case& one, std::uint64_t seed,
                      PairedResult& result);
  // After the loss of a worker: leaves the fault with one side, the other one is `stopped`.
  void tell_apart(const Case& one, PairedResult& result) const;
  void record(const Case& one, const PairedResult& result, const SamplingOptions& sampling);

  Session& session_;
  const BuildFolders& folders_;
  WorkerOptions options_;
  const Scenario& scenario_;
  SamplingOptions sampling_;
  std::uint64_t seed_;
  std::uint32_t number_ = 0;  // of the blocks so far
};

}  // namespace assay::guard
