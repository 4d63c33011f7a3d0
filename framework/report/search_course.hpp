// The course of a search towards its best result.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "framework/store/store.hpp"

namespace assay {

// A trial that was better than all trials before it.
struct Improvement {
  std::size_t trial = 0;  // number within the search, from 1
  double seconds = 0;     // since the search began, without pauses between runs
  double value = 0;       // of the objective
  const StoredTrial* record = nullptr;
};

struct SearchCourse {
  std::size_t trials = 0;
  double seconds = 0;  // until the last trial
  std::map<TrialStatus, std::size_t> failures;
  std::vector<Improvement> improvements;
};

// The course of one entry's trials, which are in order of recording. Finals and imported
// benchmarks, which search nothing, are skipped. Times are those of recording, so the first trial
// of each run counts only with the duration of its own parts.
[[nodiscard]] SearchCourse search_course(const std::vector<const StoredTrial*>& trials,
                                         const Objective& objective);

}  // namespace assay
