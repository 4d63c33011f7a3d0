#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/core/trial.hpp"

namespace assay {

// What a trial of one configuration came to; times in seconds, the objective in its unit.
struct RecordedOutcome {
  TrialStatus status = TrialStatus::ok;
  std::optional<double> objective;  // of ok ones, and positive
  std::vector<double> runtimes;     // each sample as it was measured; empty where none was kept
  double compile_seconds = 0;
  double other_seconds = 0;  // the trial's rest: inputs, warm-up, verification, the search

  // All that the trial took.
  [[nodiscard]] double trial_seconds() const;
};

// Where a space was recorded, as far as is known; what is not known is empty.
struct RecordedOrigin {
  std::string problem;
  std::string variant;
  std::string device;
  Bindings arguments;  // of the instance
  MachineRecord machine;
};

// A search space whose configurations were tried once. What constraints exclude is no part of it:
// a tuner that knows them spends no trial there. What failed in a trial is.
struct RecordedSpace {
  std::string name;
  Objective objective = {};
  RecordedOrigin origin = {};
  std::vector<Parameter> parameters;  // values ascending, the first is the default
  std::vector<std::vector<std::uint32_t>> configurations;  // indices of the parameters' values
  std::vector<RecordedOutcome> outcomes;                   // of each configuration
  std::uint64_t excluded = 0;  // configurations recorded as excluded, and left out
  // Whether all configurations of the space are here, or the choice of a search, in its order.
  bool whole = true;

  [[nodiscard]] Bindings at(std::size_t configuration) const;
};

}  // namespace assay
