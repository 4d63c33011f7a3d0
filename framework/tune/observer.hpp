#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "framework/tune/session.hpp"

namespace assay {

// Where a search stands, after each trial.
struct SearchState {
  std::uint64_t space_size = 0;
  double product_size = 0;  // before constraints
  std::uint64_t known = 0;  // trials recorded by earlier runs
  std::uint64_t done = 0;   // trials of this run
  std::uint64_t left = 0;   // trials the budget still allows
  double seconds_left = 0;  // of the budget
  std::map<TrialStatus, std::uint64_t> failures;
  std::optional<Interval> best;  // in `unit`
  const char* unit = "s";        // of the objective
  Bindings best_configuration;   // of its contender's parameters
};

// Is told what tuning does. Every function may be left as it is.
class TuneObserver {
 public:
  virtual ~TuneObserver() = default;
  virtual void note(const std::string& /*text*/) {}
  virtual void contest_begins(const Contest& /*contest*/, std::size_t /*number*/,
                              std::size_t /*count*/) {}
  virtual void instance_opened(const OpenInstance& /*instance*/) {}
  virtual void search_begins(const Contender& /*contender*/, const SearchState& /*state*/) {}
  virtual void compiling(const Contender& /*contender*/, std::size_t /*configurations*/) {}
  virtual void trial_done(const Contender& /*contender*/, const Bindings& /*configuration*/,
                          const RecordedTrial& /*measurement*/, const SearchState& /*state*/) {}
  virtual void search_ends(const Contender& /*contender*/, const SearchState& /*state*/) {}
  virtual void final_done(const Contender& /*contender*/, const Bindings& /*configuration*/,
                          const RecordedTrial& /*measurement*/, std::size_t /*done*/,
                          std::size_t /*count*/) {}
};

}  // namespace assay
