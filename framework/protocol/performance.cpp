#include "framework/protocol/performance.hpp"

#include <algorithm>
#include <array>

#include "framework/core/error.hpp"
#include "framework/core/json.hpp"

namespace assay {
namespace {

using nlohmann::json;

constexpr std::array step_names = {"nothing", "prepare", "refresh", "restore",
                                   "flush",   "repeat",  "put-out", "end"};
static_assert(step_names.size() == static_cast<std::size_t>(Step::end) + 1);

}  // namespace

json to_json(const ArenaOffer& offer) {
  const ArenaLayout& layout = offer.layout;
  return {{"inputs", list_to_json(layout.inputs)},
          {"outputs", list_to_json(layout.outputs)},
          {"input-offsets", layout.input_offsets},
          {"output-offsets", layout.output_offsets},
          {"bytes", layout.bytes},
          {"path", offer.path}};
}

ArenaOffer arena_offer_from_json(const json& message) {
  return {{list_from_json(message.at("inputs"), tensor_shape_from_json),
           list_from_json(message.at("outputs"), tensor_shape_from_json),
           message.at("input-offsets").get<std::vector<std::size_t>>(),
           message.at("output-offsets").get<std::vector<std::size_t>>(), message.at("bytes")},
          message.at("path")};
}

json to_json(const PerformRequest& request) {
  return {{"problem", request.problem},     {"arguments", to_json(request.arguments)},
          {"variant", request.variant},     {"build", request.build_id},
          {"device", request.device},       {"configuration", to_json(request.configuration)},
          {"arena", to_json(request.arena)}};
}

PerformRequest perform_request_from_json(const json& message) {
  PerformRequest request;
  request.problem = message.at("problem");
  request.arguments = bindings_from_json(message.at("arguments"));
  request.variant = message.at("variant");
  request.build_id = message.at("build");
  request.device = message.at("device");
  request.configuration = bindings_from_json(message.at("configuration"));
  request.arena = arena_offer_from_json(message.at("arena"));
  return request;
}

const char* to_string(Step step) { return step_names.at(static_cast<std::size_t>(step)); }

json to_json(const StepRequest& request) {
  return {{"step", to_string(request.step)}, {"times", request.times}};
}

StepRequest step_request_from_json(const json& message) {
  const std::string name = message.at("step");
  const auto* const found = std::ranges::find(step_names, name);
  if (found == step_names.end()) throw internal_error("'{}' is not a step", name);
  return {static_cast<Step>(found - step_names.begin()), message.at("times")};
}

}  // namespace assay
