// The data from which the sections of a page are made.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "framework/compare/comparison.hpp"
#include "framework/report/problem_comparison.hpp"
#include "framework/store/store.hpp"

namespace assay {

struct PageModel {
  PageModel(const Store& source, const CompareOptions& options);
  PageModel(const PageModel&) = delete;  // problems point into the comparison
  PageModel& operator=(const PageModel&) = delete;

  const Store& store;
  Comparison comparison;
  std::vector<ProblemComparison> problems;
  // The trials of any build that the options choose, of the comparison's machines and mode, in
  // order of recording.
  std::vector<StoredTrial> trials;
  std::map<std::int64_t, StoredVariant> variants;
  std::vector<StoredRun> runs;  // the runs that recorded the trials

  [[nodiscard]] Objective objective() const { return objective_of_mode(comparison.mode); }
  // The trials of an entry on one of the problem's instances, in order of recording.
  [[nodiscard]] std::vector<const StoredTrial*> trials_of(const ProblemComparison& problem,
                                                          std::size_t instance,
                                                          const Entry& entry) const;

 private:
  // The machine, the instance, the variant and the device.
  using Place = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::string>;
  std::map<Place, std::vector<const StoredTrial*>> places_;
};

}  // namespace assay
