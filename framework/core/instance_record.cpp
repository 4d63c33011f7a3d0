#include "framework/core/instance_record.hpp"

#include "framework/core/json_fields.hpp"

namespace assay {

nlohmann::json to_json(const InstanceRecord& record) { return json_of(record); }

InstanceRecord instance_from_json(const nlohmann::json& json) {
  return read_json("instance", [&] { return read_as<InstanceRecord>(json); });
}

}  // namespace assay
