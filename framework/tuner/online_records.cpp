#include "framework/tuner/online_records.hpp"

#include <map>
#include <utility>

#include "framework/core/objective.hpp"
#include "framework/device/machine.hpp"
#include "framework/inference/median.hpp"

namespace assay {
namespace {

const Objective& device_time() {
  static const Objective objective{"device-time"};
  return objective;
}

constexpr double confidence = 0.95;

std::optional<Interval> interval_of(const TrialResult& result) {
  std::vector<double> seconds;
  for (const Sample& sample : result.samples) {
    if (sample.counts()) seconds.push_back(device_time().of(sample));
  }
  if (!result.ok() || seconds.empty()) return std::nullopt;
  return inference::median_interval(seconds, confidence);
}

RunRecord run_of(const std::string& tuner) {
  RunRecord run;
  run.command = "assay::OnlineTuner";
  run.scenario_name = tuner;
  run.assay_version = ASSAY_VERSION;
  return run;
}

}  // namespace

OnlineRecords::OnlineRecords(const std::filesystem::path& file, const std::string& tuner,
                             const InstanceRecord& instance, std::span<const Contender> contenders)
    : store_(file),
      contenders_(contenders),
      machine_(store_.machine(device::describe_machine())),
      instance_(store_.instance(instance)),
      run_(store_, run_of(tuner), machine_) {}

TrialKey OnlineRecords::key(const Contender& contender, const std::string& stage) {
  TrialKey key;
  key.machine = machine_;
  key.instance = instance_;
  key.variant = store_.variant(contender.variant);
  key.device = contender.device.id;
  key.stage = stage;
  key.mode = mode_text(device_time(), CacheMode::warm);
  return key;
}

std::vector<OnlineRecords::Recorded> OnlineRecords::recall() {
  std::vector<Recorded> recorded;
  for (const Contender& contender : contenders_) {
    std::map<std::string, StoredTrial> last;
    for (StoredTrial& trial : store_.trials_like(key(contender, "search"))) {
      last[canonical_text(trial.key.configuration)] = std::move(trial);
    }
    std::vector<std::int64_t> own;
    for (const auto& [text, trial] : last) {
      own.push_back(trial.id);
      recorded.push_back({&contender, trial.key.configuration,
                          trial.objective ? std::optional(trial.objective->median) : std::nullopt});
    }
    store_.take_over(run_.id(), own);
  }
  return recorded;
}

void OnlineRecords::record(const Contender& contender, const Bindings& configuration,
                           const TrialResult& result, const std::string& stage) {
  TrialKey trial = key(contender, stage);
  trial.configuration = configuration;
  store_.record_trial(run_.id(), trial, result, interval_of(result));
}

}  // namespace assay
