#include "framework/guard/history_guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "framework/guard/bookkeeping.hpp"
#include "framework/inference/median.hpp"
#include "framework/inference/verdict.hpp"
#include "framework/measure/objective.hpp"
#include "framework/report/measurement.hpp"

namespace assay::guard {
namespace {

using Trials = std::vector<StoredTrial>;

// Verified, and of a time that has a logarithm: too coarse a clock tells zero.
bool has_log_time(const StoredTrial& trial) {
  return is_verified(trial) && trial.objective->median > 0;
}

// All of a run that the store has of the instance, in the mode of the session.
Trials trials_of(Session& session, std::int64_t run, const Case& one) {
  TrialFilter filter;
  filter.run = run;
  filter.instances = {one.instance.id};
  Trials trials = session.store().trials(filter);
  const std::string mode = session.key(one.instance, one.candidate, {"guard"}).mode;
  std::erase_if(trials, [&](const StoredTrial& trial) { return trial.key.mode != mode; });
  return trials;
}

std::map<std::int64_t, std::string> variant_names(const Store& store) {
  std::map<std::int64_t, std::string> names;
  for (const StoredVariant& variant : store.variants()) names[variant.id] = variant.name;
  return names;
}

double median_of_times(const std::vector<double>& log_times) {
  return std::exp(inference::median_of(log_times));
}

class HistoryGuard {
 public:
  HistoryGuard(Session& session, std::int64_t run, const WorkerOptions& candidate,
               const Scenario& scenario, const GuardOptions& options, GuardObserver& observer,
               const std::atomic<bool>& stop)
      : session_(session),
        run_(run),
        candidate_(candidate),
        scenario_(scenario),
        options_(options),
        observer_(observer),
        stop_(stop) {}

  CaseResult compare(Case& one) {
    CaseResult result;
    const auto recorded = recorded_result(session_, run_, one);
    if (!recorded) return result.invalidate("the baseline has no verified result of it");
    one.configuration = recorded->configuration;
    one.origin = "baseline";
    result.baseline_seconds = recorded->seconds;
    std::vector<double> log_times;
    while (log_times.size() < options_.confirmation) {
      if (stop_) {
        result.reason = "interrupted";
        return result;
      }
      const RecordedTrial trial = measure(one, log_times.size());
      if (!trial.objective) {
        CaseResult failed;
        failed.invalidate(fmt::format("the candidate failed ({}): {}",
                                      to_string(trial.result.status), trial.result.message));
        failed.candidate_failed = true;
        return failed;
      }
      log_times.push_back(std::log(trial.objective->median));
      result.pairs += trial.result.samples.size();
      observer_.block_done(one, log_times.size(), options_.confirmation);
    }
    result.blocks = log_times.size();
    result.candidate_seconds = median_of_times(log_times);
    const inference::Verdict verdict =
        inference::judge_groups(recorded->log_times, log_times,
                                {options_.alpha, inference::log_margin(options_.detect), 0});
    result.conclude(verdict, verdict.p_different);
    return result;
  }

 private:
  RecordedTrial measure(const Case& one, std::size_t process) {
    WorkerClient worker(candidate_);
    const auto request =
        session_.request(one.instance, one.candidate, one.configuration, scenario_.sampling);
    return session_.record(one.instance, one.candidate, one.configuration,
                           worker.run_trial(request), scenario_.sampling,
                           {"guard", static_cast<std::uint32_t>(process)});
  }

  Session& session_;
  std::int64_t run_;
  const WorkerOptions& candidate_;
  const Scenario& scenario_;
  const GuardOptions& options_;
  GuardObserver& observer_;
  const std::atomic<bool>& stop_;
};

// What the run has of an instance and no case is about.
std::vector<Case> missing_cases(Session& session, std::int64_t run,
                                const std::vector<Case>& cases) {
  std::set<std::pair<std::int64_t, std::string>> known;
  for (const Case& one : cases) known.emplace(one.instance.id, one.candidate.variant.name);
  const auto names = variant_names(session.store());
  std::vector<Case> missing;
  for (const Case& one : cases) {
    for (const StoredTrial& trial : trials_of(session, run, one)) {
      if (!has_log_time(trial) ||
          !known.emplace(one.instance.id, names.at(trial.key.variant)).second) {
        continue;
      }
      Case& lost = missing.emplace_back(one);
      lost.candidate.variant = session.store().variant_description(trial.key.variant);
      lost.candidate.device.id = trial.key.device;
      lost.baseline = lost.candidate;
      lost.configuration = trial.key.configuration;
      lost.problem = "the baseline has it, and it is not measured any more";
    }
  }
  return missing;
}

}  // namespace

std::optional<RecordedResult> recorded_result(Session& session, std::int64_t run, const Case& one) {
  const auto names = variant_names(session.store());
  // The best of what stands highest: finals, else what a guard or a single run measured, else the
  // search.
  std::map<std::string, std::map<std::string, Trials>> stages;
  for (const StoredTrial& trial : trials_of(session, run, one)) {
    if (!has_log_time(trial) || names.at(trial.key.variant) != one.candidate.variant.name ||
        trial.key.device != one.candidate.device.id) {
      continue;
    }
    stages[trial.key.stage][canonical_text(trial.key.configuration)].push_back(trial);
  }
  std::optional<RecordedResult> best;
  for (const char* stage : {"final", "guard", "run", "search"}) {
    for (const auto& [_, trials] : stages[stage]) {
      RecordedResult result;
      result.configuration = trials.front().key.configuration;
      for (const StoredTrial& trial : trials) {
        result.log_times.push_back(std::log(trial.objective->median));
      }
      result.seconds = median_of_times(result.log_times);
      if (!best || result.seconds < best->seconds) best = std::move(result);
    }
    if (best) break;
  }
  return best;
}

GuardReport run_against_history(Session& session, std::int64_t baseline_run,
                                const WorkerOptions& candidate, const Scenario& scenario,
                                Cases cases, const GuardOptions& options, GuardObserver& observer,
                                const std::atomic<bool>& stop) {
  GuardReport report{
      std::move(cases.cases), {}, std::move(cases.notes), options.detect, options.alpha};
  report.notes.emplace_back(
      "compared with what was recorded before: what else changed since then counts as well; two "
      "builds measured in pairs are the better evidence");
  for (Case& lost : missing_cases(session, baseline_run, report.cases)) {
    report.cases.push_back(std::move(lost));
  }
  HistoryGuard guard(session, baseline_run, candidate, scenario, options, observer, stop);
  for (std::size_t k = 0; k < report.cases.size(); ++k) {
    Case& one = report.cases[k];
    observer.case_begins(one, k + 1, report.cases.size());
    CaseResult result;
    if (one.problem.empty()) {
      result = guard.compare(one);
    } else {
      result.invalidate(one.problem);
    }
    report.results.push_back(result);
    one.key = case_key(session, one);  // of the configuration that was compared
    record_verdict(session, one, result, options);
  }
  return report;
}

}  // namespace assay::guard
