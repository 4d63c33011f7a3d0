// The result that a worker returns for a paired measurement.
#pragma once

#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "framework/core/fields.hpp"
#include "framework/core/trial.hpp"

namespace assay {

// The results of two sides measured in pairs within one process: sample i of each belongs to pair
// i.
struct PairedResult {
  TrialResult baseline;
  TrialResult candidate;
  std::vector<bool> candidate_first;  // one for each pair, as it was drawn

  [[nodiscard]] bool ok() const { return baseline.ok() && candidate.ok(); }
};
void fields(auto& field, Of<PairedResult> auto& result) {
  field("baseline", result.baseline);
  field("candidate", result.candidate);
  field("candidate_first", result.candidate_first);
}

[[nodiscard]] nlohmann::json to_json(const PairedResult& result);
[[nodiscard]] PairedResult paired_result_from_json(const nlohmann::json& json);

}  // namespace assay
