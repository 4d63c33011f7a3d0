#include "framework/dispatch/measure_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

#include "framework/core/error.hpp"
#include "framework/core/random.hpp"
#include "framework/dispatch/recorded_costs.hpp"
#include "framework/inference/median.hpp"

namespace assay::dispatch {
namespace {

// Hundreds of instances times a dozen pairs leave so long for each trial.
constexpr double seconds_of_trial = 0.05;

// The costs of one pair in its rounds.
using Rounds = std::vector<std::optional<double>>;

class Row {
 public:
  Row(Session& session, const Scenario& scenario, const Contest& contest,
      const std::vector<Pair>& pairs)
      : session_(session), contest_(contest), pairs_(pairs), sampling_(scenario.sampling) {
    sampling_.max_seconds = std::min(sampling_.max_seconds, seconds_of_trial);
    costs_.assign(pairs.size(), Rounds(rounds));
    for (std::size_t j = 0; j < pairs.size(); ++j) {
      if (contender_of(contest, pairs[j]) == nullptr) costs_[j].assign(rounds, failed_cost);
    }
  }

  void take(const std::vector<RecordedCost>& recorded) {
    for (const RecordedCost& one : recorded) {
      for (std::size_t j = 0; j < pairs_.size(); ++j) {
        const bool is_this = one.process < rounds && key_of(one.pair) == key_of(pairs_[j]);
        if (is_this) costs_[j][one.process] = one.cost;
      }
    }
  }

  [[nodiscard]] bool complete() const {
    return std::ranges::all_of(costs_, [](const Rounds& one) {
      return has_failed(one) || std::ranges::all_of(one, [](const auto& cost) { return !!cost; });
    });
  }

  // Returns the number of trials.
  std::size_t measure(const OpenInstance& instance, const std::atomic<bool>& stop) {
    Random random(static_cast<std::uint64_t>(instance.id));
    std::size_t trials = 0;
    for (std::uint32_t round = 0; round < rounds; ++round) {
      std::vector<std::size_t> order(pairs_.size());
      std::iota(order.begin(), order.end(), std::size_t{0});
      random.shuffle(std::span(order));
      for (const std::size_t j : order) {
        if (stop) return trials;
        if (costs_[j][round] || has_failed(costs_[j])) continue;
        const Contender& contender = *contender_of(contest_, pairs_[j]);
        const RecordedTrial trial = session_.measure(instance, contender, pairs_[j].configuration,
                                                     sampling_, {dispatch_stage, round});
        costs_[j][round] = cost_of(trial.objective);
        ++trials;
      }
    }
    return trials;
  }

  [[nodiscard]] std::vector<double> costs() const {
    std::vector<double> medians;
    for (const Rounds& one : costs_) {
      std::vector<double> values;
      for (const auto& cost : one) values.push_back(cost.value_or(failed_cost));
      medians.push_back(has_failed(one) ? failed_cost : inference::median_of(values));
    }
    return medians;
  }

 private:
  [[nodiscard]] static bool has_failed(const Rounds& one) {
    return std::ranges::any_of(one, [](const auto& cost) { return cost == failed_cost; });
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
    const std::vector<Contest>& contests, const std::vector<Pair>& pairs,
    const std::function<void(const MeasuringProgress&)>& progress,
    const std::function<void(const std::string&)>& note, const std::atomic<bool>& stop) {
  const RecordedCosts recorded = recorded_costs(session, scenario, subject, {dispatch_stage});
  CostMatrix matrix{subject.features, {}, {}, {}};
  MeasuringProgress now{0, contests.size(), 0};
  for (const Contest& contest : contests) {
    ++now.instance;
    Row row(session, scenario, contest, pairs);
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
