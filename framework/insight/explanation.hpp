#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/interval.hpp"
#include "framework/insight/functional_anova.hpp"
#include "framework/insight/larger_budget.hpp"
#include "framework/store/recorded_space.hpp"

namespace assay {

// The evidence of the trials about one value of a parameter.
struct ValueInsight {
  Value value;
  std::uint64_t trials = 0;
  std::map<TrialStatus, std::uint64_t> failures;
  std::optional<double> best;  // the least objective recorded with the value
  // The model's geometric mean over all values of the other parameters, with bounds one standard
  // deviation over the trees lower and higher. Absent if all trials with the value failed.
  std::optional<Interval> mean;

  [[nodiscard]] std::uint64_t failed() const;
};

struct ParameterInsight {
  std::string name;
  std::optional<OverTrees> share;  // of the variance of the logarithm of the objective
  std::vector<ValueInsight> values;
};

struct Interaction {
  std::string first;
  std::string second;
  OverTrees share;  // beyond the shares that both have alone
};

// The evidence of recorded trials about a search space. Bests and means are costs (see Objective).
struct Explanation {
  std::string name;
  Objective objective;
  bool whole = true;  // all configurations of the space are recorded
  std::uint64_t trials = 0;
  std::uint64_t failures = 0;
  double product_size = 0;  // combinations of the recorded values, which shares and means refer to
  std::optional<double> best;
  Bindings best_configuration;
  // The share of the variance that the model predicts for trials that it has not seen
  // (cross-validation); absent if there are too few trials for a model.
  std::optional<double> foretold;
  std::vector<ParameterInsight> parameters;  // by descending share; without those of a single value
  std::vector<Interaction> interactions;     // all pairs, by descending share
  std::optional<double> beyond_pairs;        // share of the variance due to three or more together
  std::vector<BudgetOutlook> budgets;
  std::vector<std::string> notes;  // what a reader must know before trusting the numbers
};

// With fewer successful trials than this there is no model: shares, means and interactions are
// absent.
inline constexpr std::size_t least_modelled = 12;

// Explains the trials of a space. Deterministic, so an explanation need not be stored. Takes a
// fraction of a second for a thousand trials, a few seconds for ten thousand. Requires at least one
// trial.
[[nodiscard]] Explanation explain(const RecordedSpace& space);

}  // namespace assay
