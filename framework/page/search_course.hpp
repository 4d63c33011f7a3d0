// How a search came to its best.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "framework/store/store.hpp"

namespace assay {

// A trial that was better than all before it.
struct Improvement {
  std::size_t trial = 0;  // number within the search, from 1
  double seconds = 0;     // since the search began, pauses between runs left out
  double value = 0;       // of the objective
  const StoredTrial* record = nullptr;
};

struct SearchCourse {
  std::size_t trials = 0;
  double seconds = 0;  // until its last trial
  std::map<TrialStatus, std::size_t> failures;
  std::vector<Improvement> improvements;
};

// The course of one entry's trials, in order of recording; finals and imported benchmarks, which
// search nothing, are passed over. Time is that of recording, so the first trial of each run counts
// by its own parts alone.
[[nodiscard]] SearchCourse search_course(const std::vector<const StoredTrial*>& trials);

}  // namespace assay
