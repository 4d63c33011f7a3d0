#include "benchmarks/guard/recorded_baseline.hpp"

#include <fmt/format.h>

#include <cmath>

#include "framework/guard/recorded_result.hpp"
#include "framework/guard/rounds.hpp"
#include "framework/inference/median.hpp"

namespace assay::guard {
namespace {

double log_time_in_process(Machine& machine, Build build, std::size_t runs) {
  machine.start_process();
  std::vector<double> times(runs);
  for (double& time : times) time = machine.run(build);
  return std::log(inference::median_of(std::move(times)));
}

std::vector<ConfigurationRecord> recording(Machine& machine, const RecordingSettings& settings) {
  std::vector<ConfigurationRecord> records(settings.configurations);
  const auto measure = [&] { return log_time_in_process(machine, Build::baseline, settings.runs); };
  if (settings.searched) {
    for (ConfigurationRecord& record : records) record.searched.push_back(measure());
  }
  for (std::size_t process = 0; process < settings.processes; ++process) {
    for (ConfigurationRecord& record : records) record.log_times.push_back(measure());
  }
  return records;
}

class SimulatedRecord final : public Subject {
 public:
  SimulatedRecord(Machine& machine, const RecordingSettings& settings)
      : machine_(machine),
        runs_(settings.runs),
        recorded_(choose_recorded(recording(machine, settings))) {}

  bool begin(Round, CaseResult&) override { return !recorded_.log_times.empty(); }
  std::optional<double> observe(std::size_t, CaseResult&) override {
    ++processes_;
    return log_time_in_process(machine_, Build::candidate, runs_);
  }
  [[nodiscard]] inference::Verdict judge(std::span<const double> observations,
                                         const inference::Criteria& criteria) const override {
    return inference::judge_groups(recorded_.log_times, observations, criteria);
  }

  [[nodiscard]] double seconds(const RunCosts& costs) const {
    return static_cast<double>(processes_) *
           (costs.process + static_cast<double>(runs_) * costs.run);
  }

 private:
  Machine& machine_;
  std::size_t runs_;
  RecordedResult recorded_;
  std::size_t processes_ = 0;
};

}  // namespace

Detector record_detector(const GuardOptions& options, const RecordingSettings& settings,
                         const RunCosts& costs) {
  return {
      fmt::format("{}{} processes", settings.searched ? "a search and " : "", settings.processes),
      [options, settings, costs](Machine& machine, Random&) {
        SimulatedRecord subject(machine, settings);
        Subject* const one[] = {&subject};
        Finding finding = finding_of(judge_in_two_rounds(one, options, Family::measured).front());
        finding.seconds = subject.seconds(costs);
        return finding;
      }};
}

}  // namespace assay::guard
