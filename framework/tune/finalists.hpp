#pragma once

#include <span>
#include <vector>

#include "framework/tune/judged_trials.hpp"
#include "framework/tune/session.hpp"

namespace assay {

struct Finalist {
  const Contender* contender;
  Bindings configuration;
  double searched = 0;  // the objective's median in the search
};

// For each contender the best `count` configurations of its search, best first, and up to four
// times as many if their intervals reach down to that of the best: the search measured each at its
// own time, and who looks best then may only have been lucky. Of a contender that is far behind the
// best of all the first alone. What earlier runs recorded counts as well, what breaks a requirement
// does not. Where more than the objective counts, the front of each search, by the objective: of
// more than `count` members as many, evenly spread over it, the fastest first.
std::vector<Finalist> choose_finalists(Session& session, const OpenInstance& instance,
                                       std::span<const Contender> contenders,
                                       const TrialJudge& judge, std::size_t count);

}  // namespace assay
