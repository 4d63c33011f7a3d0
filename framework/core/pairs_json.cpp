#include "framework/core/pairs.hpp"

namespace assay {

nlohmann::json to_json(const PairedResult& result) {
  return {{"baseline", to_json(result.baseline)},
          {"candidate", to_json(result.candidate)},
          {"candidate_first", result.candidate_first}};
}

PairedResult paired_result_from_json(const nlohmann::json& json) {
  return {trial_result_from_json(json.at("baseline")), trial_result_from_json(json.at("candidate")),
          json.at("candidate_first").get<std::vector<bool>>()};
}

}  // namespace assay
