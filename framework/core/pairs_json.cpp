#include "framework/core/json_fields.hpp"
#include "framework/core/pairs.hpp"

namespace assay {

nlohmann::json to_json(const PairedResult& result) { return json_of(result); }

PairedResult paired_result_from_json(const nlohmann::json& json) {
  return read_json("paired result", [&] { return read_as<PairedResult>(json); });
}

}  // namespace assay
