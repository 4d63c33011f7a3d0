#pragma once

#include <vector>

#include "framework/tune/judged_trials.hpp"
#include "framework/tune/session.hpp"

namespace assay {

struct Finalist {
  const Contender* contender;
  Bindings configuration;
  double searched = 0;  // the objective's median in the search
};

// The best `count` configurations of a contender's search, best first, and up to four times as many
// if their intervals reach down to that of the best: the search measured each at its own time, and
// who looks best then may only have been lucky. What earlier runs recorded counts as well, what
// breaks a requirement does not. Where more than the objective counts, the front of the search, by
// the objective: of more than `count` members as many, evenly spread over it, the fastest first.
std::vector<Finalist> choose_finalists(Session& session, const OpenInstance& instance,
                                       const Contender& contender, const TrialJudge& judge,
                                       std::size_t count);

}  // namespace assay
