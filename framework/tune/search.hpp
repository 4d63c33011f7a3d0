#pragma once

#include <atomic>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "framework/measure/clock.hpp"
#include "framework/tune/judged_trials.hpp"
#include "framework/tune/lanes.hpp"
#include "framework/tune/observer.hpp"
#include "framework/tune/pipeline.hpp"
#include "framework/tune/searched_space.hpp"
#include "framework/tune/session.hpp"
#include "framework/tune/strategy/experience.hpp"
#include "framework/tune/strategy/weighted_strategies.hpp"

namespace assay {

// Searches the space of one contender on one instance, or the spaces of several contenders as one,
// until the budget, the space or the user ends it. Trials recorded by earlier runs count towards
// the budget and are not repeated; failed ones are repeated only if the scenario asks for it
// (TuneSpec::retry_failed). The search starts from what the store holds of the same variant on
// other instances and machines (TuneSpec::warm_start). Where the scenario counts more than the
// objective (ParetoSpec), the search looks for the front; the best is then the fastest
// configuration that meets the requirements.
//
// A few proposals are always in progress (Pace): while one is measured, the next are compiled.
// Results are taken in as they arrive. Where the scenario asks for a search that can be repeated
// (TuneSpec::reproducible), they are taken in in the order of the proposals, so that the sequence
// of both is a function of seed, pace and results, independent of the timing of threads and
// compilers.
class Search {
 public:
  // The search takes up to `seconds`. Throws usage Error if the space is empty or its expressions
  // are wrong. All arguments passed by reference must outlive the search.
  Search(Session& session, Lanes& lanes, TuneObserver& observer, const Scenario& scenario,
         const OpenInstance& instance, std::span<const Contender> contenders, double seconds);

  // Throws LanesLost when no lane is left to measure; what was measured is recorded.
  void run(const std::atomic<bool>& stop);

 private:
  [[nodiscard]] bool budget_left() const;
  [[nodiscard]] Experience experience() const;
  void add_traces(Experience& experience) const;
  void recall();
  void recall(const Contender& contender);
  void propose(Pipeline& pipeline);
  [[nodiscard]] std::optional<std::uint64_t> next_index();
  [[nodiscard]] TrialRequest request(const SearchedSpace::Choice& choice) const;
  [[nodiscard]] RecordedTrial evaluate(const Pipeline::Trial& trial, TrialResult result) const;
  void keep(std::span<Pipeline::Trial* const> trials);
  void take_in(const Pipeline::Trial& trial);
  void fail(std::uint64_t index, TrialStatus status);
  void succeed(std::uint64_t index, const Interval& objective, const ParetoStanding& standing);
  [[nodiscard]] std::optional<double> race_limit() const;
  void trust_best();

  Session* session_;
  Lanes* lanes_;
  TuneObserver* observer_;
  const Scenario* scenario_;
  const OpenInstance* instance_;
  SearchedSpace space_;
  TrialJudge judge_;
  WeightedStrategies strategy_;
  SearchState state_;
  SearchedSpace::Choice best_;          // that produced state_.best
  std::vector<std::uint64_t> retries_;  // failed in earlier runs, to be tried before anything new
  std::uint64_t on_their_way_ = 0;      // trials proposed and not taken in
  std::set<std::string> noted_;  // quantities that a contender does not report, noted once each
  double seconds_;               // of the budget
  Stopwatch watch_;              // since the search began
};

}  // namespace assay
