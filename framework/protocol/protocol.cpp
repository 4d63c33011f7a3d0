#include "framework/protocol/protocol.hpp"

#include <array>

#include "framework/core/enumerator.hpp"
#include "framework/core/json_fields.hpp"

namespace assay {

// The fields of messages, by the names that they have on the wire.

void fields(auto& field, Of<InstanceKey> auto& key) {
  field("problem", key.problem);
  field("arguments", key.arguments);
}

// Leaves out the limits, which are the supervisor's own business.
void fields(auto& field, Of<TrialRequest> auto& request) {
  field("instance", request.instance);
  field("variant", request.variant);
  field("build", request.build_id);
  field("device", request.device);
  field("configuration", request.configuration);
  field("inputs", request.inputs);
  field("outputs", request.outputs);
  field("sampling", request.sampling);
  field("objective", request.objective.name);
  field("outputs-folder", request.outputs_folder);
  field("turn-seconds", request.turn_seconds);
  field("asks-to-sample", request.asks_to_sample);
}

// The baseline is what a trial's request says, so that both name their variant alike.
void fields(auto& field, Of<PairRequest> auto& request) {
  fields(field, request.baseline);
  field.group("candidate", [&](auto& candidate) {
    candidate("variant", request.candidate_variant);
    candidate("build", request.candidate_build_id);
    candidate("configuration", request.candidate_configuration);
  });
  field("seed", request.seed);
}

void fields(auto& field, Of<SnapshotOffer> auto& offer) {
  field("key", offer.key);
  field("path", offer.path);
}

void fields(auto& field, Of<Peaks> auto& peaks) {
  field("flops-single", peaks.flops_single);
  field("flops-double", peaks.flops_double);
  field("bandwidth", peaks.bandwidth);
}

}  // namespace assay

namespace assay::protocol {
namespace {

using nlohmann::json;

// The names of the error kinds, in the order of ErrorKind.
constexpr std::array kind_names = {"usage", "environment", "internal"};

}  // namespace

std::string line(const json& message) {
  return message.dump(-1, ' ', false, json::error_handler_t::replace);
}

json to_json(const TrialRequest& request) { return json_of(request); }

TrialRequest trial_request_from_json(const json& message) { return read_as<TrialRequest>(message); }

json to_json(const PairRequest& request) { return json_of(request); }

PairRequest pair_request_from_json(const json& message) { return read_as<PairRequest>(message); }

json to_json(const InstanceKey& key) { return json_of(key); }

InstanceKey instance_key_from_json(const json& message) { return read_as<InstanceKey>(message); }

json to_json(const SnapshotOffer& offer) { return json_of(offer); }

SnapshotOffer offer_from_json(const json& message) { return read_as<SnapshotOffer>(message); }

void add_offers(json& request, const std::vector<SnapshotOffer>& offers) {
  request["snapshots"] = json_of(offers);
}

std::vector<SnapshotOffer> offers_of(const json& request) {
  return read_as<std::vector<SnapshotOffer>>(request.at("snapshots"));
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

json to_json(const Peaks& peaks) { return json_of(peaks); }

Peaks peaks_from_json(const json& message) { return read_as<Peaks>(message); }

json to_json(const Error& error) {
  return {{"kind", kind_names.at(static_cast<std::size_t>(error.kind()))},
          {"message", error.what()}};
}

Error error_from_json(const json& message) {
  // An unknown kind is a defect of the worker, so the error counts as internal.
  const auto kind = find_enumerator<ErrorKind>(kind_names, message.at("kind"));
  return {kind.value_or(ErrorKind::internal), message.at("message")};
}

}  // namespace assay::protocol
