#include "framework/dispatch/measure_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

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
  Row(Session& session, CompileAhead& compiler, const Scenario& scenario, const Contest& contest,
      const std::vector<Pair>& pairs, std::uint32_t rounds)
      : session_(session),
        compiler_(compiler),
        contest_(contest),
        pairs_(pairs),
        sampling_(scenario.sampling) {
    sampling_.max_seconds = std::min(sampling_.max_seconds, seconds_of_trial);
    sampling_.max_samples = std::min(sampling_.max_samples, samples_of_trial);
    costs_.assign(pairs.size(), Rounds(rounds));
    compiled_.resize(pairs.size());
    for (std::size_t j = 0; j < pairs.size(); ++j) {
      if (contender_of(contest, pairs[j]) == nullptr) costs_[j].fail();
    }
  }

  void take(const RecordedInstance& recorded) {
    facts_ = recorded.facts;
    for (const RecordedCost& one : recorded.costs) {
      for (std::size_t j = 0; j < pairs_.size(); ++j) {
        const bool is_this = one.process < most_rounds && key_of(one.pair) == key_of(pairs_[j]);
        if (is_this) costs_[j].take(one.process, one.cost);
      }
    }
  }

  [[nodiscard]] bool complete() const { return std::ranges::all_of(costs_, &Rounds::complete); }

  // Sets the instance, and has compiled what is to be measured on it.
  void open(OpenInstance instance) {
    instance_ = std::move(instance);
    facts_ = instance_->record.facts;
    fail_excluded();
    compile();
  }

  // Measures what is missing on the instance, if it was opened, and returns the number of trials.
  std::size_t measure(const std::atomic<bool>& stop) {
    if (!instance_) return 0;
    Random random(static_cast<std::uint64_t>(instance_->id));
    std::size_t trials = 0;
    for (std::uint32_t round = 0; round < most_rounds; ++round) {
      std::vector<std::size_t> order(pairs_.size());
      std::iota(order.begin(), order.end(), std::size_t{0});
      random.shuffle(std::span(order));
      for (const std::size_t j : order) {
        if (stop) return trials;
        if (costs_[j].has(round) || costs_[j].complete()) continue;
        costs_[j].take(round, cost_of(trial(j, round).objective));
        ++trials;
      }
    }
    return trials;
  }

  [[nodiscard]] const Contest& contest() const { return contest_; }
  [[nodiscard]] const std::vector<Fact>& facts() const { return facts_; }
  [[nodiscard]] std::vector<double> costs() const {
    std::vector<double> costs;
    for (const Rounds& one : costs_) costs.push_back(one.cost());
    return costs;
  }

 private:
  // What a variant's constraints exclude on this instance need not be tried.
  void fail_excluded() {
    for (std::size_t j = 0; j < pairs_.size(); ++j) {
      if (costs_[j].complete()) continue;
      const Contender& contender = *contender_of(contest_, pairs_[j]);
      if (!why_excluded(*instance_, contender, pairs_[j].configuration).empty()) costs_[j].fail();
    }
  }

  [[nodiscard]] TrialRequest request(std::size_t pair) const {
    return session_.request(*instance_, *contender_of(contest_, pairs_[pair]),
                            pairs_[pair].configuration, sampling_);
  }

  // Has the pairs compiled that will be measured: many variants' programs depend on the instance.
  void compile() {
    for (std::size_t j = 0; j < pairs_.size(); ++j) {
      if (costs_[j].complete()) continue;
      TrialRequest wanted = request(j);
      if (!wanted.on_host_cores) compiled_[j] = compiler_.submit(std::move(wanted));
    }
  }

  // What compiles ahead stands still while the trial samples.
  TrialResult run(TrialRequest request) {
    request.asks_to_sample = true;
    TrialResult result = session_.worker().run_trial(request, [&](Turn turn) {
      turn == Turn::sample ? compiler_.begin_sampling() : compiler_.end_sampling();
    });
    compiler_.end_sampling();  // which a trial that crashed did not tell
    return result;
  }

  // One trial, recorded; or the failure of its compiler.
  RecordedTrial trial(std::size_t pair, std::uint32_t round) {
    const Contender& contender = *contender_of(contest_, pairs_[pair]);
    std::optional<TrialResult> compiled;
    if (compiled_[pair]) compiled = compiled_[pair]->get();
    compiled_[pair].reset();
    TrialResult result = compiled && !compiled->ok() ? *compiled : run(request(pair));
    return session_.record(*instance_, contender, pairs_[pair].configuration, std::move(result),
                           sampling_, {dispatch_stage, round});
  }

  Session& session_;
  CompileAhead& compiler_;
  const Contest& contest_;
  const std::vector<Pair>& pairs_;
  SamplingOptions sampling_;
  std::vector<Fact> facts_;
  std::optional<OpenInstance> instance_;  // if anything is to be measured
  std::vector<Rounds> costs_;
  std::vector<std::optional<CompileAhead::Submitted>> compiled_;  // of each pair, until asked for
};

Bindings bindings_of(const std::vector<Fact>& facts) {
  Bindings bindings;
  for (const Fact& fact : facts) bindings.emplace_back(fact.name, fact.value);
  return bindings;
}

// Opens instances before they are measured, so that their programs are compiled meanwhile.
class OpenRows {
 public:
  // So many are open at a time: as a worker keeps.
  static constexpr std::size_t open_at_once = 3;

  OpenRows(std::function<std::unique_ptr<Row>(const Contest&)> make,
           const std::vector<Contest>& contests)
      : make_(std::move(make)), contests_(contests) {}

  // The next row, or nothing at the end.
  std::unique_ptr<Row> next() {
    while (rows_.size() < open_at_once && made_ < contests_.size()) {
      if (auto row = make_(contests_[made_++])) rows_.push_back(std::move(row));
    }
    if (rows_.empty()) return nullptr;
    auto row = std::move(rows_.front());
    rows_.pop_front();
    return row;
  }

 private:
  std::function<std::unique_ptr<Row>(const Contest&)> make_;
  const std::vector<Contest>& contests_;
  std::size_t made_ = 0;
  std::deque<std::unique_ptr<Row>> rows_;
};

}  // namespace

std::optional<CostMatrix> measure_pairs(
    Session& session, CompileAhead& compiler, const Scenario& scenario, const Subject& subject,
    const std::vector<Contest>& contests, const std::vector<Pair>& pairs, std::uint32_t rounds,
    const std::function<void(const MeasuringProgress&)>& progress,
    const std::function<void(const std::string&)>& note, const std::atomic<bool>& stop) {
  const RecordedCosts recorded = recorded_costs(session, scenario, subject, {dispatch_stage});
  // Nothing, after a note, if the instance cannot be created.
  const auto make = [&](const Contest& contest) -> std::unique_ptr<Row> {
    auto row = std::make_unique<Row>(session, compiler, scenario, contest, pairs, rounds);
    const auto known = recorded.find(canonical_text(contest.arguments));
    if (known != recorded.end()) row->take(known->second);
    try {
      if (!row->complete()) row->open(session.open(contest));
    } catch (const Error& error) {
      note(fmt::format("{} {} is left out: {}", contest.problem, to_string(contest.arguments),
                       error.what()));
      return nullptr;
    }
    return row;
  };
  CostMatrix matrix{subject.features, {}, {}, {}, {}};
  MeasuringProgress now{0, contests.size(), 0};
  OpenRows rows(make, contests);
  while (const auto row = rows.next()) {
    now.trials += row->measure(stop);
    if (stop) return std::nullopt;
    const Bindings& arguments = row->contest().arguments;
    matrix.inputs.push_back({arguments, bindings_of(row->facts())});
    matrix.labels.push_back(to_string(arguments));
    matrix.costs.push_back(row->costs());
    ++now.instance;
    progress(now);
  }
  return matrix.with_features(subject.features);
}

}  // namespace assay::dispatch
