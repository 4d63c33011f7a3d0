#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "framework/insight/functional_anova.hpp"
#include "framework/insight/larger_budget.hpp"
#include "framework/store/recorded_space.hpp"

namespace assay {

// What the trials say of one value of a parameter.
struct ValueInsight {
  Value value;
  std::uint64_t trials = 0;
  std::map<TrialStatus, std::uint64_t> failures;
  std::optional<double> best;  // the least objective recorded with it
  // By the model, the geometric mean over all values of the other parameters, and the same a
  // standard deviation over the trees lower and higher. Absent where all trials failed.
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
  OverTrees share;  // beyond what both have alone
};

// What recorded trials say of a search space.
struct Explanation {
  std::string name;
  Objective objective;
  bool whole = true;  // all configurations of the space are recorded
  std::uint64_t trials = 0;
  std::uint64_t failures = 0;
  double product_size = 0;  // combinations of the values recorded: what shares and means are over
  std::optional<double> best;
  Bindings best_configuration;
  // The share of the variance of trials that the model foretells without having seen them
  // (cross-validation); absent where there are too few for a model.
  std::optional<double> foretold;
  std::vector<ParameterInsight> parameters;  // by descending share; those of one value left out
  std::vector<Interaction> interactions;     // all pairs, by descending share
  std::optional<double> beyond_pairs;        // share of the variance that three and more make
  std::vector<BudgetOutlook> budgets;
  std::vector<std::string> notes;  // what a reader must know before believing the numbers
};

// Fewer successful trials than this make no model: shares, means and interactions are absent.
inline constexpr std::size_t least_modelled = 12;

// The same trials give the same explanation: nothing of it needs to be stored. Takes a fraction of
// a second for a thousand trials, a few seconds for ten thousand. Requires that there is a trial.
[[nodiscard]] Explanation explain(const RecordedSpace& space);

}  // namespace assay
