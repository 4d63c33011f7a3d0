#include "framework/report/search_course.hpp"

#include <algorithm>
#include <limits>

#include "framework/compare/measurement.hpp"
#include "framework/core/date.hpp"
#include "framework/store/import_benchmarks.hpp"

namespace assay {
namespace {

double own_seconds(const StoredTrial& trial, const Objective& objective) {
  const bool timed = trial.objective && objective.is_duration();
  const double measuring = timed ? trial.objective->median * trial.sample_count : 0;
  return trial.compile_seconds + trial.prepare_seconds + trial.verify_seconds + measuring;
}

bool is_of_search(const StoredTrial& trial) {
  return trial.key.stage != "final" && trial.key.stage != imported_stage;
}

// Sums up the time between trials of one run.
class SearchClock {
 public:
  explicit SearchClock(const Objective& objective) : objective_(&objective) {}

  double after(const StoredTrial& trial) {
    const double date = seconds_of_date(trial.recorded);
    const bool same_run = run_ == trial.run;
    elapsed_ += same_run ? std::max(0.0, date - last_) : own_seconds(trial, *objective_);
    run_ = trial.run;
    last_ = date;
    return elapsed_;
  }

 private:
  const Objective* objective_;
  std::int64_t run_ = -1;
  double last_ = 0;
  double elapsed_ = 0;
};

}  // namespace

SearchCourse search_course(const std::vector<const StoredTrial*>& trials,
                           const Objective& objective) {
  SearchCourse course;
  SearchClock clock(objective);
  double least = std::numeric_limits<double>::infinity();
  for (const StoredTrial* trial : trials) {
    if (!is_of_search(*trial)) continue;
    ++course.trials;
    course.seconds = clock.after(*trial);
    if (trial->status != TrialStatus::ok) ++course.failures[trial->status];
    if (!is_verified(*trial)) continue;
    const double cost = trial->objective->median;
    if (cost < least) {
      least = cost;
      course.improvements.push_back({course.trials, course.seconds, objective.told(cost), trial});
    }
  }
  return course;
}

}  // namespace assay
