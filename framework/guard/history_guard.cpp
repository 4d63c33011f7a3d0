#include "framework/guard/history_guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include "framework/guard/bookkeeping.hpp"
#include "framework/guard/clock_step.hpp"
#include "framework/guard/recorded_result.hpp"
#include "framework/guard/rounds.hpp"
#include "framework/inference/median.hpp"

namespace assay::guard {
namespace {

// The context that all cases of a guard share.
struct HistoryGuard {
  Session& session;
  std::int64_t run;
  const WorkerOptions& candidate;
  const Scenario& scenario;
  const GuardOptions& options;
  GuardObserver& observer;
  const std::atomic<bool>& stop;
  std::size_t case_count;
};

double median_of_times(const std::vector<double>& log_times) {
  return std::exp(inference::median_of(log_times));
}

// A candidate compared with a record. An observation is the logarithm of its time in one process.
class RecordedCase final : public Subject {
 public:
  RecordedCase(const HistoryGuard& guard, Case& one, std::size_t number)
      : guard_(guard), case_(one), number_(number) {}

  bool begin(Round round, CaseResult& result) override {
    log_times_.clear();
    if (round == Round::screening && !find_record(result)) return false;
    result.baseline_seconds = median_of_times(recorded_.log_times);
    return true;
  }

  std::optional<double> observe(std::size_t most, CaseResult& result) override {
    if (!may_measure(guard_.options.budget, guard_.stop, result)) return std::nullopt;
    const Stopwatch watch;
    const RecordedTrial trial = measure();
    result.seconds += watch.seconds();
    if (!trial.objective) {
      result.candidate_failed = true;
      result.invalidate(fmt::format("the candidate failed ({}): {}", to_string(trial.result.status),
                                    trial.result.message));
      return std::nullopt;
    }
    log_times_.push_back(std::log(trial.objective->median));
    result.blocks = log_times_.size();
    result.pairs += trial.result.samples.size();
    result.candidate_seconds = median_of_times(log_times_);
    guard_.observer.block_done(case_, result.blocks, most);
    if (const double step = coarse_step(neighbours(trial.result.samples)); step > 0) {
      result.leave_open(too_coarse_text(step) +
                        "; the recorded samples cannot be grouped afterwards");
      return std::nullopt;
    }
    return log_times_.back();
  }

  [[nodiscard]] inference::Verdict judge(std::span<const double> observations,
                                         const inference::Criteria& criteria) const override {
    return inference::judge_groups(recorded_.log_times, observations, criteria);
  }

  void suspected(const inference::Verdict& verdict) override {
    guard_.observer.suspected(case_, verdict);
  }

 private:
  // Finds the record to compare with. Returns false with the result settled if there is none.
  bool find_record(CaseResult& result) {
    guard_.observer.case_begins(case_, number_, guard_.case_count);
    if (!case_.problem.empty()) {
      result.invalidate(case_.problem);
      return false;
    }
    auto recorded = recorded_result(guard_.session, guard_.run, case_);
    if (!recorded) {
      result.invalidate("the baseline has no verified result for it");
      return false;
    }
    recorded_ = std::move(*recorded);
    case_.configuration = recorded_.configuration;
    case_.origin = "baseline";
    if (!recorded_.log_times.empty()) return true;
    result.reason = fmt::format(
        "the baseline is the best of {} configurations, each recorded in one process, and may just "
        "have been lucky: record a run with finals (assay tune) and make it the baseline (assay "
        "baseline set)",
        recorded_.configurations);
    return false;
  }

  // The times of one process as pairs of consecutive samples, from which coarse_step detects a
  // clock.
  [[nodiscard]] std::vector<inference::TimePair> neighbours(
      const std::vector<Sample>& samples) const {
    std::vector<double> times;
    for (const Sample& sample : samples) {
      if (sample.counts()) times.push_back(guard_.scenario.objective.of(sample));
    }
    std::vector<inference::TimePair> pairs;
    for (std::size_t k = 0; k + 1 < times.size(); k += 2) pairs.push_back({times[k], times[k + 1]});
    return pairs;
  }

  RecordedTrial measure() {
    Session& session = guard_.session;
    const SamplingOptions& sampling = guard_.scenario.sampling;
    WorkerClient worker(guard_.candidate);
    const auto request =
        session.request(case_.instance, case_.candidate, case_.configuration, sampling);
    return session.record(case_.instance, case_.candidate, case_.configuration,
                          worker.run_trial(request), sampling, {"guard", processes_++});
  }

  const HistoryGuard& guard_;
  Case& case_;
  std::size_t number_;
  RecordedResult recorded_;
  std::vector<double> log_times_;  // in the current round
  std::uint32_t processes_ = 0;    // in both rounds
};

}  // namespace

void add_missing(Session& session, std::int64_t baseline_run, Cases& cases) {
  std::set<std::pair<std::int64_t, std::string>> known;
  for (const Case& one : cases.cases) known.emplace(one.instance.id, one.candidate.variant.name);
  std::map<std::int64_t, std::string> names;
  for (const StoredVariant& variant : session.store().variants()) names[variant.id] = variant.name;
  std::vector<Case> missing;
  for (const Case& one : cases.cases) {
    for (const StoredTrial& trial : recorded_trials(session, baseline_run, one)) {
      if (!known.emplace(one.instance.id, names.at(trial.key.variant)).second) continue;
      Case& lost = missing.emplace_back(one);
      lost.candidate.variant = session.store().variant_description(trial.key.variant);
      lost.candidate.device.id = trial.key.device;
      lost.baseline = lost.candidate;
      lost.configuration = trial.key.configuration;
      lost.problem = "the baseline has it, but it is no longer measured";
    }
  }
  std::ranges::move(missing, std::back_inserter(cases.cases));
}

GuardReport run_against_history(Session& session, std::int64_t baseline_run,
                                const WorkerOptions& candidate, const Scenario& scenario,
                                Cases cases, const GuardOptions& options, GuardObserver& observer,
                                const std::atomic<bool>& stop) {
  GuardReport report{
      std::move(cases.cases), {}, std::move(cases.notes), options.detect, options.alpha};
  report.notes.emplace_back(
      "compared with recorded results: everything else that changed since then counts as well; two "
      "builds measured in pairs are better evidence");
  const HistoryGuard guard{session, baseline_run, candidate, scenario,
                           options, observer,     stop,      report.cases.size()};
  std::vector<RecordedCase> subjects;
  subjects.reserve(report.cases.size());
  std::vector<Subject*> each;
  for (Case& one : report.cases) {
    each.push_back(&subjects.emplace_back(guard, one, each.size() + 1));
  }
  report.results = judge_in_two_rounds(each, options, Family::measured);
  for (std::size_t k = 0; k < report.cases.size(); ++k) {
    Case& one = report.cases[k];
    one.key = case_key(session, one);  // its key has the configuration that was compared
    record_verdict(session, one, report.results[k], options);
  }
  return report;
}

}  // namespace assay::guard
