// What a guard leaves in the store beside its trials.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "framework/core/value.hpp"

namespace assay {

// One case of a guard: two builds of a variant on an instance and device, at one configuration.
struct GuardCaseKey {
  std::int64_t instance = 0;
  std::int64_t baseline = 0;   // variants of the store, one for each build
  std::int64_t candidate = 0;  // the same as `baseline` where a build is measured against itself
  std::string device;
  Bindings configuration;
  std::string mode;
};

// Ratios as logarithms of candidate over baseline: 0.02 is 2 % slower.
struct VerdictRecord {
  GuardCaseKey key;
  std::string outcome;  // faster, slower, equivalent, inconclusive, invalid
  std::string reason;   // why not more was said; "" where it was
  std::optional<double> log_ratio;
  double lower = 0;  // of the interval, where there is a ratio
  double upper = 0;
  double p_value = 1;  // of no difference
  double alpha = 0;
  double delta = 0;
  std::uint32_t blocks = 0;
  std::uint32_t pairs = 0;  // in all
};

// How one build compares with itself on a machine.
struct CalibrationRecord {
  std::int64_t machine = 0;
  GuardCaseKey key;
  std::uint32_t blocks = 0;
  std::uint32_t pairs = 0;         // of each block
  double false_positive_rate = 0;  // of the guard, at `alpha`
  double alpha = 0;
  double between = 0;        // standard deviation of block effects, less what pairs contribute
  double within = 0;         // standard deviation of a pair
  double lag_one = 0;        // correlation of a pair with the next
  double block_seconds = 0;  // a fresh process until its first pair
  double pair_seconds = 0;
  std::string recorded = {};  // when, in UTC (ISO 8601); filled in by the store
};

// What a run is promoted under: a name on a branch ("" where there are none), for each machine.
struct BaselineKey {
  std::string name;
  std::string branch;
  std::int64_t machine = 0;
};

struct BaselineRecord {
  BaselineKey key;
  std::int64_t run = 0;
  std::string recorded;  // when it was set, in UTC (ISO 8601)
};

}  // namespace assay
