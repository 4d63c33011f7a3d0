#include "framework/dispatch/candidates.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "framework/core/error.hpp"
#include "framework/dispatch/pair_choice.hpp"
#include "framework/dispatch/recorded_costs.hpp"

namespace assay::dispatch {
namespace {

// A pair's regret is expected to grow by so much for each doubling of a size.
constexpr double regret_of_distance = 0.05;
// The pairs of each instance that are candidates at all.
constexpr std::size_t best_of_instance = 3;

struct Tried {
  FeatureValues values;
  std::map<std::string, double> regrets;  // by key_of(pair)
};

class Candidates {
 public:
  explicit Candidates(const Subject& subject) : subject_(subject) {}

  void add(const FeatureValues& values, const std::vector<RecordedCost>& costs) {
    std::map<std::string, double> latest;
    for (const RecordedCost& one : costs) {
      const std::string key = key_of(one.pair);
      known_.emplace(key, one.pair);
      latest[key] = one.cost;
    }
    std::vector<std::pair<double, std::string>> order;
    for (const auto& [key, cost] : latest) order.emplace_back(cost, key);
    std::ranges::sort(order);
    if (order.empty() || !std::isfinite(order.front().first)) return;
    std::vector<double> sorted;
    for (const auto& [cost, _] : order) sorted.push_back(cost);
    const std::vector<double> all = regrets(sorted, 0);
    Tried tried{values, {}};
    for (std::size_t k = 0; k < order.size(); ++k) tried.regrets[order[k].second] = all[k];
    for (std::size_t k = 0; k < std::min(best_of_instance, order.size()); ++k) {
      if (std::isfinite(order[k].first)) pool_.emplace(order[k].second, pool_.size());
    }
    tried_.push_back(std::move(tried));
  }

  [[nodiscard]] std::vector<Pair> best(std::size_t most) const {
    std::vector<std::string> keys(pool_.size());
    for (const auto& [key, column] : pool_) keys[column] = key;
    CostMatrix estimates{subject_.features, {}, {}, {}, {}};
    for (const Tried& here : tried_) {
      auto& costs = estimates.costs.emplace_back();
      for (const auto& key : keys) costs.push_back(std::exp(estimate(here, key)));
    }
    std::vector<Pair> chosen;
    for (const std::size_t column : choose_pairs(estimates, most, 0).pairs) {
      chosen.push_back(known_.at(keys[column]));
    }
    return chosen;
  }

  [[nodiscard]] bool empty() const { return pool_.empty(); }

 private:
  [[nodiscard]] double estimate(const Tried& here, const std::string& key) const {
    const auto own = here.regrets.find(key);
    if (own != here.regrets.end()) return own->second;
    double least = most_regret;
    double regret = most_regret;
    for (const Tried& there : tried_) {
      const auto found = there.regrets.find(key);
      if (found == there.regrets.end()) continue;
      const double apart =
          regret_of_distance * distance(subject_.features, here.values, there.values);
      if (apart >= least) continue;
      least = apart;
      regret = found->second + apart;
    }
    return std::min(regret, most_regret);
  }

  const Subject& subject_;
  std::map<std::string, Pair> known_;
  std::map<std::string, std::size_t> pool_;  // columns by key
  std::vector<Tried> tried_;
};

}  // namespace

std::vector<Pair> candidates(Session& session, const Scenario& scenario, const Subject& subject,
                             std::size_t most) {
  const RecordedCosts recorded =
      recorded_costs(session, scenario, subject, {"search", "final", "run"});
  Candidates candidates(subject);
  for (const Contest& contest : subject.seen) {
    const auto found = recorded.find(canonical_text(contest.arguments));
    if (found == recorded.end()) continue;
    candidates.add(values_of(subject.features, contest.arguments, {}), found->second.costs);
  }
  if (candidates.empty()) {
    throw usage_error(
        "the store has no verified results of this machine for the instances of '{}': run `assay "
        "tune` on the scenario first",
        subject.problem);
  }
  return candidates.best(most);
}

}  // namespace assay::dispatch
