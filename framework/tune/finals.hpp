#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "framework/tune/crew.hpp"
#include "framework/tune/finalists.hpp"
#include "framework/tune/observer.hpp"
#include "framework/tune/session.hpp"
#include "framework/tune/time_budget.hpp"

namespace assay {

// Measures the finalists against each other in rounds: in each, every finalist that still matters
// once, in a fresh process of its own and in an order drawn for the round, so that what differs
// between processes is part of the evidence. Up to four of a round are measured beside each other
// and sample in turns (heat.hpp), so that what differs between moments is not. After planned looks
// (inference/ranking.hpp) the leader is compared with each rival; rounds go on, for those alone
// that are not decided, until every rival is told apart from the leader or equivalent to it, or
// until rounds or seconds are used up. A look that would not be reached in time is not begun. A
// finalist that fails takes no further part.
//
// Trials of a round are recorded in the order in which they were measured; rounds of earlier runs
// count. Several lanes share the rounds, each of which stays on one lane. Throws CrewLost when
// nobody is left to measure.
FinalsOutcome run_finals(Session& session, Crew& crew, TuneObserver& observer,
                         const Scenario& scenario, const OpenInstance& instance,
                         const std::vector<Finalist>& finalists, const FinalsLimits& limits,
                         const std::atomic<bool>& stop);

}  // namespace assay
