#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "framework/tune/session.hpp"

namespace assay {

// The state of a search after each trial.
struct SearchState {
  std::uint64_t space_size = 0;
  double product_size = 0;  // before constraints
  std::uint64_t known = 0;  // trials recorded by earlier runs
  std::uint64_t done = 0;   // trials of this run
  std::uint64_t left = 0;   // trials the budget still allows
  double seconds_left = 0;  // until the budget is used up
  std::map<TrialStatus, std::uint64_t> failures;
  std::optional<Interval> best;  // the least cost by the objective
  Objective objective;
  Bindings best_configuration;  // of the parameters of the contender that was searched
};

// The trials of a search that have been proposed and have not finished.
struct UnderWay {
  std::size_t compiling = 0;  // or waiting for a compiler
  std::size_t compiled = 0;   // and waiting for a device
  std::size_t measuring = 0;
  std::size_t whole = 0;      // compiled and measured by one process, on the host's cores
  std::size_t set_aside = 0;  // compilations that take far longer than expected
  bool operator==(const UnderWay&) const = default;
};

// The outcome of the finals of an instance.
struct FinalsOutcome {
  std::size_t heats = 0;   // measurements of this run, each in a fresh process
  std::size_t rounds = 0;  // rounds that the finalists have, those of earlier runs included
  double seconds = 0;      // spent in this run
  bool decided = false;    // every rival is told apart from the leader or equivalent to it
};

// Receives the progress of tuning. Overriding a function is optional.
class TuneObserver {
 public:
  virtual ~TuneObserver() = default;
  virtual void note(const std::string& /*text*/) {}
  virtual void contest_begins(const Contest& /*contest*/, std::size_t /*number*/,
                              std::size_t /*count*/) {}
  virtual void instance_opened(const OpenInstance& /*instance*/) {}
  virtual void search_begins(const Contender& /*contender*/, const SearchState& /*state*/) {}
  // Nothing can be done but wait for what is under way.
  virtual void waiting(const Contender& /*contender*/, const UnderWay& /*under_way*/) {}
  virtual void trial_done(const Contender& /*contender*/, const Bindings& /*configuration*/,
                          const RecordedTrial& /*measurement*/, const SearchState& /*state*/) {}
  virtual void search_ends(const Contender& /*contender*/, const SearchState& /*state*/) {}
  virtual void final_done(const Contender& /*contender*/, const Bindings& /*configuration*/,
                          const RecordedTrial& /*measurement*/, std::size_t /*done*/,
                          std::size_t /*count*/) {}
  virtual void finals_end(const FinalsOutcome& /*outcome*/) {}
};

}  // namespace assay
