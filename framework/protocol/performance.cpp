#include "framework/protocol/performance.hpp"

#include <array>

#include "framework/core/enumerator.hpp"
#include "framework/core/error.hpp"
#include "framework/core/json_fields.hpp"

namespace assay {
namespace {

using nlohmann::json;

constexpr std::array step_names = {"nothing", "prepare", "refresh", "restore",
                                   "flush",   "repeat",  "put-out", "end"};
static_assert(step_names.size() == static_cast<std::size_t>(Step::end) + 1);

Step step_from(const std::string& name) {
  if (const auto found = find_enumerator<Step>(step_names, name)) return *found;
  throw internal_error("'{}' is not a step", name);
}

}  // namespace

// The fields of messages, by the names that they have on the wire.

void fields(auto& field, Of<ArenaOffer> auto& offer) {
  field("inputs", offer.layout.inputs);
  field("outputs", offer.layout.outputs);
  field("input-offsets", offer.layout.input_offsets);
  field("output-offsets", offer.layout.output_offsets);
  field("bytes", offer.layout.bytes);
  field("path", offer.path);
}

void fields(auto& field, Of<PerformRequest> auto& request) {
  field("problem", request.problem);
  field("arguments", request.arguments);
  field("variant", request.variant);
  field("build", request.build_id);
  field("device", request.device);
  field("configuration", request.configuration);
  field("arena", request.arena);
}

void fields(auto& field, Of<StepRequest> auto& request) {
  field("step", request.step, step_from);
  field("times", request.times);
}

json to_json(const ArenaOffer& offer) { return json_of(offer); }

ArenaOffer arena_offer_from_json(const json& message) { return read_as<ArenaOffer>(message); }

json to_json(const PerformRequest& request) { return json_of(request); }

PerformRequest perform_request_from_json(const json& message) {
  return read_as<PerformRequest>(message);
}

const char* to_string(Step step) { return step_names.at(static_cast<std::size_t>(step)); }

json to_json(const StepRequest& request) { return json_of(request); }

StepRequest step_request_from_json(const json& message) { return read_as<StepRequest>(message); }

}  // namespace assay
