#include "framework/protocol/protocol.hpp"

#include <algorithm>
#include <array>

#include "framework/core/json.hpp"

namespace assay::protocol {
namespace {

using nlohmann::json;

// The names of the error kinds, in the order of ErrorKind.
constexpr std::array kind_names = {"usage", "environment", "internal"};

}  // namespace

std::string line(const json& message) {
  return message.dump(-1, ' ', false, json::error_handler_t::replace);
}

json to_json(const TrialRequest& request) {
  return {{"instance", to_json(request.instance)},
          {"variant", request.variant},
          {"build", request.build_id},
          {"device", request.device},
          {"configuration", assay::to_json(request.configuration)},
          {"inputs", list_to_json(request.inputs)},
          {"outputs", list_to_json(request.outputs)},
          {"sampling", assay::to_json(request.sampling)},
          {"objective", request.objective.name},
          {"outputs-folder", request.outputs_folder.string()},
          {"turn-seconds", request.turn_seconds}};
}

TrialRequest trial_request_from_json(const json& message) {
  TrialRequest request;
  request.instance = instance_key_from_json(message.at("instance"));
  request.variant = message.at("variant");
  request.build_id = message.at("build");
  request.device = message.at("device");
  request.configuration = bindings_from_json(message.at("configuration"));
  request.inputs = list_from_json(message.at("inputs"), tensor_shape_from_json);
  request.outputs = list_from_json(message.at("outputs"), tensor_shape_from_json);
  request.sampling = sampling_from_json(message.at("sampling"));
  request.objective.name = message.at("objective");
  request.outputs_folder = message.at("outputs-folder").get<std::string>();
  request.turn_seconds = message.at("turn-seconds");
  return request;
}

json to_json(const PairRequest& request) {
  json message = to_json(request.baseline);
  message["candidate"] = {{"variant", request.candidate_variant},
                          {"build", request.candidate_build_id},
                          {"configuration", assay::to_json(request.candidate_configuration)}};
  message["seed"] = request.seed;
  return message;
}

PairRequest pair_request_from_json(const json& message) {
  const json& candidate = message.at("candidate");
  return {trial_request_from_json(message), candidate.at("variant"), candidate.at("build"),
          bindings_from_json(candidate.at("configuration")), message.at("seed")};
}

json to_json(const InstanceKey& key) {
  return {{"problem", key.problem}, {"arguments", assay::to_json(key.arguments)}};
}

InstanceKey instance_key_from_json(const json& message) {
  return {message.at("problem"), bindings_from_json(message.at("arguments"))};
}

json to_json(const SnapshotOffer& offer) { return {{"key", offer.key}, {"path", offer.path}}; }

SnapshotOffer offer_from_json(const json& message) {
  return {message.at("key"), message.at("path")};
}

void add_offers(json& request, const std::vector<SnapshotOffer>& offers) {
  json& list = request["snapshots"] = json::array();
  for (const SnapshotOffer& offer : offers) list.push_back(to_json(offer));
}

std::vector<SnapshotOffer> offers_of(const json& request) {
  return list_from_json(request.at("snapshots"), offer_from_json);
}

bool hands_on(const json& request) { return request.contains("snapshots"); }

std::vector<std::pair<std::string, std::string>> variants_of(const json& request) {
  std::vector<std::pair<std::string, std::string>> variants;
  if (request.contains("variant"))
    variants.emplace_back(request.at("variant"), request.at("build"));
  if (request.contains("candidate")) {
    const json& candidate = request.at("candidate");
    variants.emplace_back(candidate.at("variant"), candidate.at("build"));
  }
  return variants;
}

json to_json(const Peaks& peaks) {
  return {{"flops-single", peaks.flops_single},
          {"flops-double", peaks.flops_double},
          {"bandwidth", peaks.bandwidth}};
}

Peaks peaks_from_json(const json& message) {
  return {message.at("flops-single"), message.at("flops-double"), message.at("bandwidth")};
}

json to_json(const Error& error) {
  return {{"kind", kind_names.at(static_cast<std::size_t>(error.kind()))},
          {"message", error.what()}};
}

Error error_from_json(const json& message) {
  const std::string kind = message.at("kind");
  const auto found = std::ranges::find(kind_names, kind);
  // An unknown kind is a defect of the worker, so the error counts as internal.
  const ErrorKind known = found == kind_names.end()
                              ? ErrorKind::internal
                              : static_cast<ErrorKind>(found - kind_names.begin());
  return {known, message.at("message")};
}

}  // namespace assay::protocol
