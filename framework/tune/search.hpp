#pragma once

#include <atomic>

#include "framework/core/space.hpp"
#include "framework/tune/compile_ahead.hpp"
#include "framework/tune/observer.hpp"
#include "framework/tune/session.hpp"
#include "framework/tune/strategy/strategy.hpp"

namespace assay {

// Searches the space of one contender on one instance until the budget, the space or the user ends
// it. Trials recorded by earlier runs count towards the budget and are not repeated.
class Search {
 public:
  // Throws usage Error if the space is empty or its expressions are wrong. Everything handed in
  // must outlive the search.
  Search(Session& session, CompileAhead& compiler, TuneObserver& observer, const Scenario& scenario,
         const OpenInstance& instance, const Contender& contender);

  void run(const std::atomic<bool>& stop);

 private:
  [[nodiscard]] bool budget_left() const;
  void recall();
  void try_batch(const std::atomic<bool>& stop);
  void take_in(std::uint64_t index, const Bindings& configuration,
               const RecordedTrial& measurement);
  void consider(std::uint64_t index, const Bindings& configuration,
                const std::optional<Interval>& objective, TrialStatus status);

  Session* session_;
  CompileAhead* compiler_;
  TuneObserver* observer_;
  const Scenario* scenario_;
  const OpenInstance* instance_;
  const Contender* contender_;
  SearchSpace space_;
  std::unique_ptr<Strategy> strategy_;
  SearchState state_;
  double started_ = 0;  // seconds on the steady clock
};

}  // namespace assay
