#include "framework/insight/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace assay {
namespace {

constexpr std::size_t folds = 5;        // of the cross-validation
constexpr double least_foretold = 0.5;  // below this, the model is doubtful
constexpr double sparse = 0.1;          // least recorded share of a whole space's product

constexpr double rounding = 1e-18;  // a variance of logarithms up to this counts as 0

// The successful trials in the form that a model takes.
struct Successes {
  std::vector<RegressionForest::Point> points;
  std::vector<double> targets;  // logarithms
};

Successes successes_of(const RecordedSpace& space) {
  Successes successes;
  for (std::size_t k = 0; k < space.outcomes.size(); ++k) {
    const auto& objective = space.outcomes[k].objective;
    if (!objective || *objective <= 0) continue;
    successes.points.push_back(space.configurations[k]);
    successes.targets.push_back(std::log(*objective));
  }
  return successes;
}

// 1 - (squared error on unseen trials) / (squared distance from the mean); nothing if all targets
// are equal.
std::optional<double> foretold_share(const RecordedSpace& space, const Successes& successes) {
  const std::size_t count = successes.targets.size();
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  std::mt19937_64 generator(1);
  for (std::size_t k = count; k > 1; --k) std::swap(order[k - 1], order[generator() % k]);

  double errors = 0;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    Successes seen;
    for (std::size_t k = 0; k < count; ++k) {
      if (k % folds == fold) continue;
      seen.points.push_back(successes.points[order[k]]);
      seen.targets.push_back(successes.targets[order[k]]);
    }
    RegressionForest forest(space.parameters);
    forest.fit(seen.points, seen.targets);
    for (std::size_t k = fold; k < count; k += folds) {
      const double predicted = forest.predict(successes.points[order[k]]).mean;
      errors += std::pow(predicted - successes.targets[order[k]], 2);
    }
  }
  const double mean = std::accumulate(successes.targets.begin(), successes.targets.end(), 0.0) /
                      static_cast<double>(count);
  double total = 0;
  for (const double target : successes.targets) total += std::pow(target - mean, 2);
  if (total <= rounding * static_cast<double>(count)) return std::nullopt;
  return 1 - errors / total;
}

Interval factor_of(const OverTrees& logarithm) {
  return {std::exp(logarithm.mean), std::exp(logarithm.mean - logarithm.deviation),
          std::exp(logarithm.mean + logarithm.deviation)};
}

// The insight from what was recorded with each value, without a model.
ParameterInsight counted(const RecordedSpace& space, std::size_t j) {
  ParameterInsight insight;
  insight.name = space.parameters[j].name;
  for (const auto& value : space.parameters[j].values) {
    insight.values.emplace_back().value = value;
  }
  for (std::size_t k = 0; k < space.outcomes.size(); ++k) {
    const RecordedOutcome& outcome = space.outcomes[k];
    ValueInsight& value = insight.values[space.configurations[k][j]];
    ++value.trials;
    if (!outcome.objective) ++value.failures[outcome.status];
    if (outcome.objective && (!value.best || *outcome.objective < *value.best)) {
      value.best = outcome.objective;
    }
  }
  return insight;
}

class Explainer {
 public:
  explicit Explainer(const RecordedSpace& space) : space_(space) {}

  Explanation explain() {
    count();
    const auto successes = successes_of(space_);
    if (successes.targets.size() < least_modelled) {
      note(fmt::format("{} successful trials are too few for a model: {} are needed",
                       successes.targets.size(), least_modelled));
    } else {
      model(successes);
    }
    std::erase_if(result_.parameters, [](const auto& p) { return p.values.size() < 2; });
    std::stable_sort(result_.parameters.begin(), result_.parameters.end(),
                     [](const auto& a, const auto& b) {
                       return a.share && b.share && a.share->mean > b.share->mean;
                     });
    result_.budgets = larger_budget(space_);
    return std::move(result_);
  }

 private:
  void note(std::string text) { result_.notes.push_back(std::move(text)); }

  void count() {
    result_.name = space_.name;
    result_.objective = space_.objective;
    result_.whole = space_.whole;
    result_.trials = space_.outcomes.size();
    result_.product_size = 1;
    for (std::size_t k = 0; k < space_.outcomes.size(); ++k) {
      const auto& objective = space_.outcomes[k].objective;
      if (!objective) ++result_.failures;
      if (objective && (!result_.best || *objective < *result_.best)) {
        result_.best = objective;
        result_.best_configuration = space_.at(k);
      }
    }
    for (std::size_t j = 0; j < space_.parameters.size(); ++j) {
      result_.parameters.push_back(counted(space_, j));
      result_.product_size *= static_cast<double>(space_.parameters[j].values.size());
    }
  }

  void model(const Successes& successes) {
    result_.foretold = foretold_share(space_, successes);
    if (!result_.foretold) {
      note("all successful trials took the same time: no parameter matters");
      return;
    }
    RegressionForest forest(space_.parameters);
    forest.fit(successes.points, successes.targets);
    const VarianceShares shares = variance_shares(forest);
    double explained = 0;
    for (const auto& share : shares.parameters) explained += share.mean;
    for (const auto& pair : shares.pairs) explained += pair.share.mean;
    result_.beyond_pairs = std::max(0.0, 1 - explained);
    for (std::size_t j = 0; j < shares.parameters.size(); ++j) {
      ParameterInsight& parameter = result_.parameters[j];
      parameter.share = shares.parameters[j];
      for (std::size_t v = 0; v < parameter.values.size(); ++v) {
        // Without a success, the model only repeats the neighbouring value.
        if (!parameter.values[v].best) continue;
        parameter.values[v].mean = factor_of(shares.marginals[j][v]);
      }
    }
    for (const auto& pair : shares.pairs) {
      const auto& first = result_.parameters[pair.first];
      const auto& second = result_.parameters[pair.second];
      if (first.values.size() < 2 || second.values.size() < 2) continue;
      result_.interactions.push_back({first.name, second.name, pair.share});
    }
    judge();
  }

  // Notes reasons to doubt the model.
  void judge() {
    if (*result_.foretold < least_foretold) {
      note(
          fmt::format("the model predicts only {:.0f}% of the variance of unseen trials: shares "
                      "and means are doubtful, more trials would help",
                      100 * std::max(0.0, *result_.foretold)));
    }
    const double recorded = static_cast<double>(result_.trials) / result_.product_size;
    if (space_.whole && recorded < sparse) {
      note(
          fmt::format("constraints admit {:.2g}% of all combinations: shares and means are over "
                      "all of them, most of which cannot be tried",
                      100 * recorded));
    }
  }

  const RecordedSpace& space_;
  Explanation result_;
};

}  // namespace

std::uint64_t ValueInsight::failed() const {
  std::uint64_t sum = 0;
  for (const auto& [status, count] : failures) sum += count;
  return sum;
}

Explanation explain(const RecordedSpace& space) { return Explainer(space).explain(); }

}  // namespace assay
