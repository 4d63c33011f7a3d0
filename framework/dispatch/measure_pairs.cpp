#include "framework/dispatch/measure_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

#include "framework/core/error.hpp"
#include "framework/core/random.hpp"
#include "framework/dispatch/recorded_costs.hpp"
#include "framework/tune/contender_space.hpp"

namespace assay::dispatch {
namespace {

// Hundreds of instances times a dozen pairs leave so much for each trial.
constexpr double seconds_of_trial = 0.05;
constexpr std::uint32_t samples_of_trial = 100;

// Two rounds' costs that differ by more ask for a further round: a neighbour on the machine makes
// a few trials in a hundred slower, by factors.
constexpr double agreement = 1.05;

// The costs of one pair in its rounds.
class Rounds {
 public:
  explicit Rounds(std::uint32_t least) : least_(least) {}

  void take(std::size_t round, double cost) { costs_[round] = cost; }
  void fail() { costs_.assign(most_rounds, failed_cost); }

  [[nodiscard]] bool has(std::size_t round) const { return costs_[round].has_value(); }
  [[nodiscard]] bool has_failed() const {
    return std::ranges::any_of(costs_, [](const auto& cost) { return cost == failed_cost; });
  }
  // Whether nothing is left to measure: the two least costs agree, or there were rounds enough.
  [[nodiscard]] bool complete() const {
    if (has_failed()) return true;
    const auto sorted = known();
    return sorted.size() == most_rounds ||
           (sorted.size() >= least_ && sorted[1] <= agreement * sorted[0]);
  }
  // The middle of the two least costs, since what disturbs a trial makes it slower.
  [[nodiscard]] double cost() const {
    const auto sorted = known();
    return has_failed() ? failed_cost : (sorted[0] + sorted[1]) / 2;
  }

 private:
  [[nodiscard]] std::vector<double> known() const {
    std::vector<double> sorted;
    for (const auto& cost : costs_) {
      if (cost) sorted.push_back(*cost);
    }
    std::ranges::sort(sorted);
    return sorted;
  }

  std::uint32_t least_;
  std::vector<std::optional<double>> costs_ = std::vector<std::optional<double>>(most_rounds);
};

class Row {
 public:
  Row(Session& session, const Scenario& scenario, const Contest& contest,
      const std::vector<Pair>& pairs, std::uint32_t rounds)
      : session_(session), contest_(contest), pairs_(pairs), sampling_(scenario.sampling) {
    sampling_.max_seconds = std::min(sampling_.max_seconds, seconds_of_trial);
    sampling_.max_samples = std::min(sampling_.max_samples, samples_of_trial);
    costs_.assign(pairs.size(), Rounds(rounds));
    for (std::size_t j = 0; j < pairs.size(); ++j) {
      if (contender_of(contest, pairs[j]) == nullptr) costs_[j].fail();
    }
  }

  void take(const std::vector<RecordedCost>& recorded) {
    for (const RecordedCost& one : recorded) {
      for (std::size_t j = 0; j < pairs_.size(); ++j) {
        const bool is_this = one.process < most_rounds && key_of(one.pair) == key_of(pairs_[j]);
        if (is_this) costs_[j].take(one.process, one.cost);
      }
    }
  }

  [[nodiscard]] bool complete() const { return std::ranges::all_of(costs_, &Rounds::complete); }

  // Returns the number of trials.
  std::size_t measure(const OpenInstance& instance, const std::atomic<bool>& stop) {
    fail_excluded(instance);
    Random random(static_cast<std::uint64_t>(instance.id));
    std::size_t trials = 0;
    for (std::uint32_t round = 0; round < most_rounds; ++round) {
      std::vector<std::size_t> order(pairs_.size());
      std::iota(order.begin(), order.end(), std::size_t{0});
      random.shuffle(std::span(order));
      for (const std::size_t j : order) {
        if (stop) return trials;
        if (costs_[j].has(round) || costs_[j].complete()) continue;
        const Contender& contender = *contender_of(contest_, pairs_[j]);
        const RecordedTrial trial = session_.measure(instance, contender, pairs_[j].configuration,
                                                     sampling_, {dispatch_stage, round});
        costs_[j].take(round, cost_of(trial.objective));
        ++trials;
      }
    }
    return trials;
  }

  [[nodiscard]] std::vector<double> costs() const {
    std::vector<double> costs;
    for (const Rounds& one : costs_) costs.push_back(one.cost());
    return costs;
  }

 private:
  // What a variant's constraints exclude on this instance need not be tried.
  void fail_excluded(const OpenInstance& instance) {
    for (std::size_t j = 0; j < pairs_.size(); ++j) {
      if (costs_[j].complete()) continue;
      const Contender& contender = *contender_of(contest_, pairs_[j]);
      if (!why_excluded(instance, contender, pairs_[j].configuration).empty()) costs_[j].fail();
    }
  }

  Session& session_;
  const Contest& contest_;
  const std::vector<Pair>& pairs_;
  SamplingOptions sampling_;
  std::vector<Rounds> costs_;
};

// Nothing, after a note, if the instance cannot be created.
std::optional<OpenInstance> open(Session& session, const Contest& contest,
                                 const std::function<void(const std::string&)>& note) {
  try {
    return session.open(contest);
  } catch (const Error& error) {
    note(fmt::format("{} {} is left out: {}", contest.problem, to_string(contest.arguments),
                     error.what()));
    return std::nullopt;
  }
}

}  // namespace

std::optional<CostMatrix> measure_pairs(
    Session& session, const Scenario& scenario, const Subject& subject,
    const std::vector<Contest>& contests, const std::vector<Pair>& pairs, std::uint32_t rounds,
    const std::function<void(const MeasuringProgress&)>& progress,
    const std::function<void(const std::string&)>& note, const std::atomic<bool>& stop) {
  const RecordedCosts recorded = recorded_costs(session, scenario, subject, {dispatch_stage});
  CostMatrix matrix{subject.features, {}, {}, {}};
  MeasuringProgress now{0, contests.size(), 0};
  for (const Contest& contest : contests) {
    ++now.instance;
    Row row(session, scenario, contest, pairs, rounds);
    const auto known = recorded.find(canonical_text(contest.arguments));
    if (known != recorded.end()) row.take(known->second);
    if (!row.complete()) {
      const auto instance = open(session, contest, note);
      if (!instance) continue;
      now.trials += row.measure(*instance, stop);
    }
    if (stop) return std::nullopt;
    matrix.points.push_back(values_of(subject.features, contest.arguments));
    matrix.labels.push_back(to_string(contest.arguments));
    matrix.costs.push_back(row.costs());
    progress(now);
  }
  return matrix;
}

}  // namespace assay::dispatch
