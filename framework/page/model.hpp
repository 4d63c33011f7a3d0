// What the sections of a page are made of.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "framework/page/problem_comparison.hpp"
#include "framework/report/comparison.hpp"
#include "framework/store/store.hpp"

namespace assay {

struct PageModel {
  PageModel(const Store& source, const CompareOptions& options);
  PageModel(const PageModel&) = delete;  // problems refer into the comparison
  PageModel& operator=(const PageModel&) = delete;

  const Store& store;
  Comparison comparison;
  std::vector<ProblemComparison> problems;
  // What the options choose of the comparison's machines and mode, of every build, in order of
  // recording.
  std::vector<StoredTrial> trials;
  std::map<std::int64_t, StoredVariant> variants;
  std::vector<StoredRun> runs;  // that recorded the trials

  [[nodiscard]] Objective objective() const { return objective_of_mode(comparison.mode); }
  // The trials of an entry of an instance of the problem, in order of recording.
  [[nodiscard]] std::vector<const StoredTrial*> trials_of(const ProblemComparison& problem,
                                                          std::size_t instance,
                                                          const Entry& entry) const;

 private:
  // machine, instance, variant, device
  using Place = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::string>;
  std::map<Place, std::vector<const StoredTrial*>> places_;
};

}  // namespace assay
