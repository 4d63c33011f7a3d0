#include "framework/compare/measurement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "framework/compare/rounds.hpp"
#include "framework/inference/median.hpp"
#include "framework/inference/simultaneous.hpp"
#include "framework/store/import_benchmarks.hpp"

namespace assay {
namespace {

using Trials = std::vector<const StoredTrial*>;

double median_or_zero(const std::vector<double>& values) {
  return values.empty() ? 0 : inference::median_of(values);
}

std::map<std::string, Trials> by_configuration(const Trials& trials, const std::string& stage) {
  std::map<std::string, Trials> groups;
  for (const StoredTrial* trial : trials) {
    if (is_ranked(*trial) && trial->key.stage == stage) {
      groups[canonical_text(trial->key.configuration)].push_back(trial);
    }
  }
  return groups;
}

// The duration of a whole sample in seconds, the median over processes: every reported figure
// counts processes.
double whole_seconds(const Store& store, const Trials& trials) {
  std::vector<double> medians;
  for (const StoredTrial* trial : trials) {
    std::vector<double> values;
    for (const Sample& sample : store.samples(trial->id)) {
      if (sample.counts()) values.push_back(sample.seconds);
    }
    if (!values.empty()) medians.push_back(inference::median_of(values));
  }
  return median_or_zero(medians);
}

// The logarithms of the medians of all trials, each a process.
inference::RoundEffects logs_of(const Trials& trials) {
  inference::RoundEffects logs;
  for (const StoredTrial* trial : trials) {
    if (!trial->objective || !(trial->objective->median > 0)) continue;
    logs.rounds.push_back(static_cast<std::uint32_t>(logs.rounds.size()));
    logs.effects.push_back(std::log(trial->objective->median));
  }
  return logs;
}

double median_of_processes(const Trials& trials) {
  std::vector<double> medians;
  for (const StoredTrial* trial : trials) medians.push_back(trial->objective->median);
  return median_or_zero(medians);
}

Trials best_finals(const Trials& trials) {
  Trials best;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& one : final_configurations(trials)) {
    if (one.failed || median_of_processes(one.trials) >= least) continue;
    least = median_of_processes(one.trials);
    best = one.trials;
  }
  return best;
}

// The trials of the best configuration outside the finals. Judges by the recorded summaries: a
// search leaves thousands of trials, too many to read all their samples.
Trials best_of_search(const Trials& trials) {
  const StoredTrial* best = nullptr;
  for (const StoredTrial* trial : trials) {
    const bool counts = is_ranked(*trial) && trial->key.stage != final_stage;
    if (counts && (best == nullptr || trial->objective->median < best->objective->median)) {
      best = trial;
    }
  }
  if (best == nullptr) {
    return {};
  }
  return by_configuration(trials, best->key.stage).at(canonical_text(best->key.configuration));
}

// Collects the columns whose medians a Measurement holds, over the samples of a process or over
// processes.
class Medians {
 public:
  void add(const Sample& sample) {
    wall_.push_back(sample.seconds);
    device_.push_back(sample.device_seconds);
    std::map<std::string, PhaseTime> parts;  // sums: a sample may enter a phase several times
    double inside = 0;
    for (const PhaseTime& phase : sample.phases) {
      PhaseTime& part = parts[phase.name];
      part.host_seconds += phase.host_seconds;
      part.device_seconds += phase.device_seconds;
      inside += phase.host_seconds;
      static_cast<void>(column(phase.name));
    }
    outside_.push_back(sample.seconds - inside);
    for (const auto& [name, part] : parts) {
      column(name).host.push_back(part.host_seconds);
      column(name).device.push_back(part.device_seconds);
    }
  }

  void add(const Medians& process) {
    if (process.wall_.empty()) return;
    wall_.push_back(median_or_zero(process.wall_));
    device_.push_back(median_or_zero(process.device_));
    outside_.push_back(median_or_zero(process.outside_));
    for (const std::string& name : process.order_) {
      const Column& other = process.columns_.at(name);
      column(name).host.push_back(median_or_zero(other.host));
      column(name).device.push_back(median_or_zero(other.device));
    }
  }

  void write(Measurement& measurement) const {
    measurement.wall = median_or_zero(wall_);
    measurement.device = unless_zero(device_);
    measurement.outside_phases = median_or_zero(outside_);
    for (const std::string& name : order_) {
      const Column& column = columns_.at(name);
      measurement.phases.push_back({name, median_or_zero(column.host), unless_zero(column.device)});
    }
  }

 private:
  struct Column {
    std::vector<double> host;
    std::vector<double> device;
  };

  Column& column(const std::string& name) {
    const auto [place, fresh] = columns_.try_emplace(name);
    if (fresh) order_.push_back(name);
    return place->second;
  }

  // The median, or nothing for a device clock that never ran: it is shown as absent, not as zero.
  static std::optional<double> unless_zero(const std::vector<double>& values) {
    const bool ran = std::any_of(values.begin(), values.end(), [](double v) { return v > 0; });
    return ran ? std::optional(median_or_zero(values)) : std::nullopt;
  }

  std::vector<double> wall_;
  std::vector<double> device_;
  std::vector<double> outside_;
  std::vector<std::string> order_;
  std::map<std::string, Column> columns_;
};

// The sum of the verification counts, or nothing if they are unknown for one of the trials.
std::optional<VerifiedSamples> verified_in(const Trials& trials) {
  VerifiedSamples all;
  for (const StoredTrial* trial : trials) {
    if (!trial->verified) return std::nullopt;
    all.in_full += trial->verified->in_full;
    all.by_digest += trial->verified->by_digest;
    all.unverified += trial->verified->unverified;
  }
  return all;
}

}  // namespace

void Measurement::tell(const Objective& objective) {
  value = objective.told(value);
  for (double& one : values) one = objective.told(one);
  for (ProcessMedian& process : processes) process.median = objective.told(process.median);
}

bool is_verified(const StoredTrial& trial) {
  return trial.status == TrialStatus::ok && trial.objective && trial.verification_error &&
         *trial.verification_error <= 1;
}

bool is_ranked(const StoredTrial& trial) {
  const bool imported = trial.key.stage == imported_stage;
  return is_verified(trial) ||
         (imported && trial.status == TrialStatus::ok && trial.objective.has_value());
}

Trials best_trials(const Trials& trials) {
  Trials best = best_finals(trials);
  return best.empty() ? best_of_search(trials) : best;
}

TrialObjective trial_objective(const Store& store, const StoredTrial& trial,
                               const Objective& objective) {
  if (!objective.is_own()) return {objective, {}, {}, {}};
  return {objective, trial.key.configuration, store.instance_record(trial.key.instance),
          store.facts(trial.id)};
}

std::optional<Measurement> measurement_of(const Store& store, const Trials& trials,
                                          const Objective& objective, double confidence) {
  Measurement measurement;
  Medians medians;
  for (const StoredTrial* trial : trials) {
    const std::vector<Sample> samples = store.samples(trial->id);
    const auto values = trial_objective(store, *trial, objective).of(samples);
    if (values.empty()) continue;
    measurement.values.insert(measurement.values.end(), values.begin(), values.end());
    measurement.processes.push_back(
        {trial->id, trial->run, trial->key.process, trial->objective->median, values.size()});
    Medians of_process;
    for (const Sample& sample : samples) {
      if (!sample.counts()) continue;
      of_process.add(sample);
      measurement.clocks_mhz.push_back(sample.clock_mhz);
      measurement.slowed += sample.slowed == Slowed::kept ? 1 : 0;
    }
    medians.add(of_process);
  }
  if (measurement.values.empty()) return std::nullopt;
  measurement.configuration = trials.back()->key.configuration;
  measurement.stage = trials.back()->key.stage;
  measurement.value = long_run_interval(
      inference::locate_together(std::vector{logs_of(trials)}, confidence).front(),
      median_of_processes(trials));
  measurement.samples = measurement.values.size();
  measurement.facts = store.facts(trials.back()->id);
  measurement.recorded = trials.back()->recorded;
  measurement.verified = verified_in(trials);
  measurement.agrees_with = trials.back()->agrees_with;
  medians.write(measurement);
  measurement.seconds = objective.is_duration() ? measurement.value.median : measurement.wall;
  return measurement;
}

std::optional<Measurement> best_measurement(const Store& store, const Trials& trials,
                                            const Objective& objective, double confidence) {
  return measurement_of(store, best_trials(trials), objective, confidence);
}

Interval long_run_interval(const inference::Location& logs, double median) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!std::isfinite(logs.lower) || !std::isfinite(logs.upper)) return {median, 0, infinity};
  return {median, std::min(median, std::exp(logs.lower)), std::max(median, std::exp(logs.upper))};
}

std::vector<MeasuredConfiguration> measured_configurations(const Store& store, const Trials& trials,
                                                           const Objective& objective,
                                                           double confidence) {
  const auto finals = by_configuration(trials, final_stage);
  std::map<std::string, Trials> best = finals;
  for (const StoredTrial* trial : trials) {
    const std::string text = canonical_text(trial->key.configuration);
    if (is_ranked(*trial) && finals.count(text) == 0) best[text] = {trial};
  }
  std::vector<MeasuredConfiguration> configurations;
  for (const auto& [_, group] : best) {
    const StoredTrial& last = *group.back();
    // A search leaves thousands of trials, for which the recorded summaries suffice.
    Interval value = *last.objective;
    if (last.key.stage == final_stage) {
      value = long_run_interval(
          inference::locate_together(std::vector{logs_of(group)}, confidence).front(),
          median_of_processes(group));
    }
    double seconds = value.median;
    if (!objective.is_duration()) seconds = whole_seconds(store, group);
    configurations.push_back(
        {last.key.stage, {value, seconds, store.facts(last.id), last.key.configuration}});
  }
  return configurations;
}

std::optional<Floor> floor_of(const Work& work, const std::optional<Peaks>& peaks, double median) {
  if (!peaks || !(median > 0)) {
    return std::nullopt;
  }
  const double rate = work.double_precision ? peaks->flops_double : peaks->flops_single;
  // If work were left out for lack of a measured peak, the floor would be too low.
  if ((work.flops > 0 && !(rate > 0)) || (work.bytes > 0 && !(peaks->bandwidth > 0))) {
    return std::nullopt;
  }
  const double computing = work.flops > 0 ? work.flops / rate : 0;
  const double moving = work.bytes > 0 ? work.bytes / peaks->bandwidth : 0;
  const double seconds = std::max(computing, moving);
  if (!(seconds > 0)) {
    return std::nullopt;
  }
  return Floor{seconds, moving > computing, seconds / median};
}

}  // namespace assay
