#include "framework/core/pairs.hpp"

namespace assay {

nlohmann::json to_json(const PairedResult& result) {
  return {{"baseline", to_json(result.baseline)},
          {"candidate", to_json(result.candidate)},
          {"candidate_first", result.candidate_first}};
}

PairedResult paired_result_from_json(const nlohmann::json& j) {
  return {trial_result_from_json(j.at("baseline")), trial_result_from_json(j.at("candidate")),
          j.at("candidate_first").get<std::vector<bool>>()};
}

}  // namespace assay
