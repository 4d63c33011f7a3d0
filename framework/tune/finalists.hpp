#pragma once

#include <span>
#include <vector>

#include "framework/tune/judged_trials.hpp"
#include "framework/tune/session.hpp"

namespace assay {

struct Finalist {
  const Contender* contender;
  Bindings configuration;
  double searched = 0;  // seconds of a sample in the search, the median
};

// Chooses for each contender the best `count` configurations of its search, best first, and up to
// four times as many if their intervals reach down to that of the best: the search measured each of
// them at a different time, so the one that looks best may only have been lucky. A contender that
// is far behind the best contender sends only its best configuration. Trials that earlier runs
// recorded count as well; trials that break a requirement do not. Where the scenario counts more
// than the objective, the finalists are the front of each search, ordered by the objective: of a
// front with more than `count` members, `count` members evenly spread over it, the fastest first.
std::vector<Finalist> choose_finalists(Session& session, const OpenInstance& instance,
                                       std::span<const Contender> contenders,
                                       const TrialJudge& judge, std::size_t count);

}  // namespace assay
