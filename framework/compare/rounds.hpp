// Finals as inference needs them: which trials belong to one round. Internal to reports and tuning.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "framework/inference/ranking.hpp"
#include "framework/store/store.hpp"

namespace assay {

inline constexpr const char* final_stage = "final";

// Numbers rounds in the order in which they are first asked for. A round of finals is one process
// number within one run: its trials were measured one after the other, each in a fresh process.
class RoundNumbers {
 public:
  [[nodiscard]] std::uint32_t of(const StoredTrial& trial);

 private:
  std::map<std::pair<std::int64_t, std::uint32_t>, std::uint32_t> numbers_;
};

// One configuration of the finals.
struct FinalConfiguration {
  Bindings configuration;
  std::vector<const StoredTrial*> trials;  // one for each round, in order of recording
  bool failed = false;                     // in at least one round: then it is not ranked
};

// The final trials among `trials`, grouped by configuration. If a round contains a configuration
// twice, the last trial counts.
[[nodiscard]] std::vector<FinalConfiguration> final_configurations(
    const std::vector<const StoredTrial*>& trials);

// The logarithm of the configuration's median in each round. Times of 0, which a coarse clock can
// report, have no logarithm and are left out.
[[nodiscard]] std::map<std::uint32_t, double> logs_by_round(const FinalConfiguration& configuration,
                                                            RoundNumbers& numbers);

}  // namespace assay
