#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "framework/tune/finalists.hpp"
#include "framework/tune/lanes.hpp"
#include "framework/tune/observer.hpp"
#include "framework/tune/session.hpp"
#include "framework/tune/time_budget.hpp"

namespace assay {

// Measures the finalists against each other in rounds: a round measures every finalist that still
// matters once, in a fresh process and in an order drawn for the round, so that differences between
// processes are part of the evidence. Up to four finalists of a round are measured alongside each
// other and sample in turns (heat.hpp), so that differences between moments are not. At planned
// looks (inference/ranking.hpp) the leader is compared with each rival; rounds go on, with the
// undecided rivals only, until every rival is either told apart from the leader or equivalent to
// it, or until the rounds or seconds are used up. Rounds towards a look that would not be reached
// in time are not begun. A finalist that fails takes no further part.
//
// Trials of a round are recorded in the order in which they were measured; rounds of earlier runs
// count. Several lanes share the rounds, and each round stays on one lane. Throws LanesLost when no
// lane is left to measure.
FinalsOutcome run_finals(Session& session, Lanes& lanes, TuneObserver& observer,
                         const Scenario& scenario, const OpenInstance& instance,
                         const std::vector<Finalist>& finalists, const FinalsLimits& limits,
                         const std::atomic<bool>& stop);

}  // namespace assay
