#pragma once

#include <atomic>
#include <vector>

#include "framework/tune/crew.hpp"
#include "framework/tune/judged_trials.hpp"
#include "framework/tune/observer.hpp"
#include "framework/tune/session.hpp"

namespace assay {

struct Finalist {
  const Contender* contender;
  Bindings configuration;
};

// The best `count` configurations of a contender's search, best first, and up to four times as many
// if their intervals reach down to that of the best: the search measured each at its own time, and
// who looks best then may only have been lucky. What earlier runs recorded counts as well, what
// breaks a requirement does not. Where more than the objective counts, the front of the search, by
// the objective: of more than `count` members as many, evenly spread over it, the fastest first.
std::vector<Finalist> choose_finalists(Session& session, const OpenInstance& instance,
                                       const Contender& contender, const TrialJudge& judge,
                                       std::size_t count);

// Measures all finalists again, in `processes` fresh workers, each time in another random order
// (DESIGN section 6): so the winner is not the luckiest of many trials, and what differs between
// processes shows in the interval. Several lanes share the processes, each of which meets all
// finalists. What earlier runs recorded is not repeated. Throws CrewLost when nobody is left to
// measure.
void run_finals(Session& session, Crew& crew, TuneObserver& observer, const Scenario& scenario,
                const OpenInstance& instance, const std::vector<Finalist>& finalists,
                const std::atomic<bool>& stop);

}  // namespace assay
