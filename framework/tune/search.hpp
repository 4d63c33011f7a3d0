#pragma once

#include <atomic>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "framework/tune/crew.hpp"
#include "framework/tune/judged_trials.hpp"
#include "framework/tune/observer.hpp"
#include "framework/tune/pipeline.hpp"
#include "framework/tune/searched_space.hpp"
#include "framework/tune/session.hpp"
#include "framework/tune/strategy/experience.hpp"
#include "framework/tune/strategy/weighted_strategies.hpp"

namespace assay {

// Searches the space of one contender on one instance, or of several as one space, until the
// budget, the space or the user ends it. Trials recorded by earlier runs count towards the budget
// and are not repeated, failed ones only where the scenario says so (TuneSpec::retry_failed). What
// the store has of the same variant on other instances and machines is where the search begins
// (TuneSpec::warm_start). Where the scenario counts more than the objective (ParetoSpec) it looks
// for the front; the best is then the fastest that keeps what is required.
//
// A few proposals are always on their way (Pace): while one is measured, the next are compiled.
// Results are taken in in the order of the proposals, so that the sequence of both is a function of
// seed, pace and results, whatever the timing of threads and compilers.
class Search {
 public:
  // Takes up to `seconds`. Throws usage Error if the space is empty or its expressions are wrong.
  // Everything handed in must outlive the search.
  Search(Session& session, Crew& crew, TuneObserver& observer, const Scenario& scenario,
         const OpenInstance& instance, std::span<const Contender> contenders, double seconds);

  // Throws CrewLost when nobody is left to measure; what was measured is recorded.
  void run(const std::atomic<bool>& stop);

 private:
  [[nodiscard]] bool budget_left() const;
  [[nodiscard]] Experience experience() const;
  void recall();
  void recall(const Contender& contender);
  void propose(Pipeline& pipeline);
  [[nodiscard]] std::optional<std::uint64_t> next_index();
  [[nodiscard]] TrialRequest request(const SearchedSpace::Choice& choice) const;
  RecordedTrial record(const Pipeline::Trial& trial, TrialResult result);
  void take_in(const Pipeline::Trial& trial);
  void fail(std::uint64_t index, TrialStatus status);
  void succeed(std::uint64_t index, const Interval& objective, const ParetoStanding& standing);
  [[nodiscard]] std::optional<double> race_limit() const;
  void trust_best();

  Session* session_;
  Crew* crew_;
  TuneObserver* observer_;
  const Scenario* scenario_;
  const OpenInstance* instance_;
  SearchedSpace space_;
  TrialJudge judge_;
  WeightedStrategies strategy_;
  SearchState state_;
  SearchedSpace::Choice best_;          // of state_.best
  std::vector<std::uint64_t> retries_;  // failed earlier, to be tried before anything new
  std::uint64_t on_their_way_ = 0;      // proposed and not taken in
  std::set<std::string> noted_;         // of what a contender tells nothing
  double seconds_;                      // of the budget
  double started_ = 0;                  // seconds on the steady clock
};

}  // namespace assay
