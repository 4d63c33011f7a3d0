#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/core/objective.hpp"
#include "framework/core/trial_status.hpp"

namespace assay {

// The outcome of a trial of one configuration; times in seconds, the objective in its own unit.
struct RecordedOutcome {
  TrialStatus status = TrialStatus::ok;
  std::optional<double> objective;  // positive; only if the status is ok
  std::vector<double> runtimes;     // the samples as measured; empty if none were kept
  double compile_seconds = 0;
  double other_seconds = 0;  // the rest of the trial: inputs, warm-up, verification, the search

  // The time that the whole trial took.
  [[nodiscard]] double trial_seconds() const;
};

// The origin of a recorded space; unknown members are empty.
struct RecordedOrigin {
  std::string problem;
  std::string variant;
  std::string device;
  Bindings arguments;  // of the instance
  MachineRecord machine;
  std::string source = {};   // who published the records
  std::string licence = {};  // under which they were published
};

// A search space whose configurations were each tried once. Configurations that constraints exclude
// are not part of it, since a tuner that knows the constraints spends no trial on them.
// Configurations whose trials failed are.
struct RecordedSpace {
  std::string name;
  Objective objective = {};
  RecordedOrigin origin = {};
  std::vector<Parameter> parameters;  // values in ascending order; the first is the default
  std::vector<std::vector<std::uint32_t>> configurations;  // indices of the parameters' values
  std::vector<RecordedOutcome> outcomes;                   // one for each configuration
  std::uint64_t excluded = 0;  // number of configurations recorded as excluded, and left out
  // Whether these are all configurations of the space; otherwise those that a search chose, in its
  // order.
  bool whole = true;

  [[nodiscard]] Bindings at(std::size_t configuration) const;
};

}  // namespace assay
