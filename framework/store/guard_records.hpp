// The records that a guard leaves in the store in addition to its trials.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "framework/core/value.hpp"

namespace assay {

// One case of a guard: two builds of a variant on an instance and a device, in one configuration.
struct GuardCaseKey {
  std::int64_t instance = 0;
  std::int64_t baseline = 0;   // the store's id of the variant in this build
  std::int64_t candidate = 0;  // the same as `baseline` where a build is measured against itself
  std::string device;
  Bindings configuration;
  std::string mode;
};

// The verdict on one case. Ratios are logarithms of candidate over baseline: 0.02 is 2 % slower.
struct VerdictRecord {
  GuardCaseKey key;
  std::string outcome;  // faster, slower, equivalent, inconclusive, invalid
  std::string reason;   // why the outcome is not more definite; "" if there is nothing to add
  std::optional<double> log_ratio;
  double lower = 0;  // bounds of the interval, if there is a ratio
  double upper = 0;
  double p_value = 1;  // of the hypothesis that there is no difference
  double alpha = 0;
  double delta = 0;
  std::uint32_t blocks = 0;
  std::uint32_t pairs = 0;  // in all blocks together
};

// How a build compares with itself on a machine.
struct CalibrationRecord {
  std::int64_t machine = 0;
  GuardCaseKey key;
  std::uint32_t blocks = 0;
  std::uint32_t pairs = 0;         // in each block
  double false_positive_rate = 0;  // of the guard at `alpha`
  double alpha = 0;
  double between = 0;  // standard deviation of block effects, without what the pairs contribute
  double within = 0;   // standard deviation of a pair
  double lag_one = 0;  // correlation of a pair with the next one
  double block_seconds = 0;  // from the start of a fresh process to its first pair
  double pair_seconds = 0;
  std::string recorded = {};  // date in UTC (ISO 8601); filled in by the store
};

// The key under which a run is promoted: a name on a branch ("" without branches), per machine.
struct BaselineKey {
  std::string name;
  std::string branch;
  std::int64_t machine = 0;
};

struct BaselineRecord {
  BaselineKey key;
  std::int64_t run = 0;
  std::string recorded;  // date in UTC (ISO 8601) on which it was set
};

}  // namespace assay
