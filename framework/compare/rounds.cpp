#include "framework/compare/rounds.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "framework/compare/measurement.hpp"

namespace assay {

std::uint32_t RoundNumbers::of(const StoredTrial& trial) {
  const auto next = static_cast<std::uint32_t>(numbers_.size());
  return numbers_.emplace(std::pair{trial.run, trial.key.process}, next).first->second;
}

std::vector<FinalConfiguration> final_configurations(
    const std::vector<const StoredTrial*>& trials) {
  std::map<std::string, FinalConfiguration> by_text;
  for (const StoredTrial* trial : trials) {
    if (trial->key.stage != final_stage) continue;
    FinalConfiguration& one = by_text[canonical_text(trial->key.configuration)];
    one.configuration = trial->key.configuration;
    one.failed = one.failed || !is_verified(*trial);
    std::erase_if(one.trials, [&](const StoredTrial* other) {
      return other->run == trial->run && other->key.process == trial->key.process;
    });
    one.trials.push_back(trial);
  }
  std::vector<FinalConfiguration> configurations;
  for (auto& [_, one] : by_text) configurations.push_back(std::move(one));
  return configurations;
}

std::map<std::uint32_t, double> logs_by_round(const FinalConfiguration& configuration,
                                              RoundNumbers& numbers) {
  std::map<std::uint32_t, double> logs;
  for (const StoredTrial* trial : configuration.trials) {
    if (trial->objective && trial->objective->median > 0) {
      logs[numbers.of(*trial)] = std::log(trial->objective->median);
    }
  }
  return logs;
}

}  // namespace assay
