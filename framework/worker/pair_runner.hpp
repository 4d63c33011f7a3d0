#pragma once

#include <cstdint>

#include "framework/core/pairs.hpp"
#include "framework/worker/trial_runner.hpp"

namespace assay {

// The setup of a pair: two variants, or two builds of one, on the same instance and device.
struct PairSetup {
  TrialSetup baseline;
  const LoadedVariant& candidate;
  const Bindings& candidate_configuration;
  std::uint64_t seed;  // draws which side is prepared first, and which runs first in each pair
};

// Prepares and verifies both sides, lets them run in turn, in an order drawn for each pair, and
// verifies them again. Measures `sampling.max_samples` pairs, or fewer if `max_seconds` pass
// before, but at least two. Never throws: a failure is the status of its side, and the other side
// is then `stopped`.
//
// The order is drawn, not alternated: noise of period two is real (clocks, huge pages, buffers used
// in turn), and a fixed order turns it into a difference of the sides. Where all pairs are measured
// each side went first in half of them (pair_order.hpp).
[[nodiscard]] PairedResult run_pairs(const PairSetup& setup, const Announce& announce);

}  // namespace assay
