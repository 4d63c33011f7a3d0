#include "framework/core/json.hpp"
#include "framework/core/trial.hpp"

namespace assay {

using nlohmann::json;

// The conversions below are static rather than in an anonymous namespace, where they would hide the
// overloads of value.hpp.
static json to_json(const Fact& fact) {
  return {{"name", fact.name}, {"value", real_to_json(fact.value)}, {"unit", fact.unit}};
}

static Fact fact_from(const json& j) {
  return {j.at("name").get<std::string>(), real_from_json(j.at("value")),
          j.at("unit").get<std::string>()};
}

static json to_json(const PhaseTime& phase) {
  return {{"name", phase.name},
          {"host_seconds", real_to_json(phase.host_seconds)},
          {"device_seconds", real_to_json(phase.device_seconds)}};
}

static PhaseTime phase_from(const json& j) {
  return {j.at("name").get<std::string>(), real_from_json(j.at("host_seconds")),
          real_from_json(j.at("device_seconds"))};
}

static json to_json(const EnergyReading& energy) {
  return {{"runs", energy.runs},
          {"seconds", real_to_json(energy.seconds)},
          {"begin_joules", real_to_json(energy.begin_joules)},
          {"end_joules", real_to_json(energy.end_joules)}};
}

static EnergyReading energy_from(const json& j) {
  return {j.at("runs").get<std::uint32_t>(), real_from_json(j.at("seconds")),
          real_from_json(j.at("begin_joules")), real_from_json(j.at("end_joules"))};
}

// A message contains many samples, so members that most of them lack are left out.
json to_json(const Sample& sample) {
  json j = {{"seconds", real_to_json(sample.seconds)},
            {"device_seconds", real_to_json(sample.device_seconds)},
            {"warm_up", sample.warm_up},
            {"phases", list_to_json(sample.phases)}};
  if (sample.energy) j["energy"] = to_json(*sample.energy);
  if (sample.slowed != Slowed::no) j["slowed"] = to_string(sample.slowed);
  if (sample.clock_mhz) j["clock_mhz"] = real_to_json(*sample.clock_mhz);
  return j;
}

Sample sample_from_json(const json& j) {
  Sample sample{real_from_json(j.at("seconds")), real_from_json(j.at("device_seconds")),
                j.at("warm_up").get<bool>(), list_from_json(j.at("phases"), phase_from)};
  if (j.contains("energy")) sample.energy = energy_from(j.at("energy"));
  if (j.contains("slowed")) sample.slowed = slowed_from(j.at("slowed").get<std::string>());
  if (j.contains("clock_mhz")) sample.clock_mhz = real_from_json(j.at("clock_mhz"));
  return sample;
}

static json to_json(const VerifiedSamples& verified) {
  return {{"in_full", verified.in_full},
          {"by_digest", verified.by_digest},
          {"unverified", verified.unverified}};
}

static VerifiedSamples verified_from(const json& j) {
  return {j.at("in_full").get<std::uint64_t>(), j.at("by_digest").get<std::uint64_t>(),
          j.at("unverified").get<std::uint64_t>()};
}

static json to_json(const Work& work) {
  return {{"flops", real_to_json(work.flops)},
          {"bytes", real_to_json(work.bytes)},
          {"double_precision", work.double_precision}};
}

static Work work_from(const json& j) {
  return {real_from_json(j.at("flops")), real_from_json(j.at("bytes")),
          j.at("double_precision").get<bool>()};
}

static json optional_to_json(const std::optional<double>& value) {
  return value ? real_to_json(*value) : json(nullptr);
}

static std::optional<double> optional_from(const json& j) {
  if (j.is_null()) return std::nullopt;
  return real_from_json(j);
}

json to_json(const TensorShape& tensor) {
  return {{"name", tensor.name},
          {"element", tensor.element},
          {"shape", tensor.shape},
          {"stride", tensor.stride}};
}

TensorShape tensor_shape_from_json(const json& j) {
  return {j.at("name"), j.at("element"), j.at("shape"), j.at("stride")};
}

json to_json(const InstanceRecord& record) {
  return {{"problem", record.problem},
          {"arguments", to_json(record.arguments)},
          {"input_digest", record.input_digest},
          {"work", to_json(record.work)},
          {"facts", list_to_json(record.facts)},
          {"create_seconds", real_to_json(record.create_seconds)},
          {"inputs", list_to_json(record.inputs)},
          {"outputs", list_to_json(record.outputs)}};
}

InstanceRecord instance_from_json(const json& j) {
  return read_json("instance", [&] {
    InstanceRecord record;
    record.problem = j.at("problem").get<std::string>();
    record.arguments = bindings_from_json(j.at("arguments"));
    record.input_digest = j.at("input_digest").get<std::string>();
    record.work = work_from(j.at("work"));
    record.facts = list_from_json(j.at("facts"), fact_from);
    record.create_seconds = real_from_json(j.at("create_seconds"));
    record.inputs = list_from_json(j.at("inputs"), tensor_shape_from_json);
    record.outputs = list_from_json(j.at("outputs"), tensor_shape_from_json);
    return record;
  });
}

json to_json(const TrialResult& result) {
  return {{"status", to_string(result.status)},
          {"message", result.message},
          {"verification_error", optional_to_json(result.verification_error)},
          {"stop", to_string(result.stop)},
          {"compile_seconds", real_to_json(result.compile_seconds)},
          {"prepare_seconds", real_to_json(result.prepare_seconds)},
          {"verify_seconds", real_to_json(result.verify_seconds)},
          {"verified", to_json(result.verified)},
          {"agrees_with", result.agrees_with},
          {"samples", list_to_json(result.samples)},
          {"facts", list_to_json(result.facts)}};
}

TrialResult trial_result_from_json(const json& j) {
  return read_json("trial result", [&] {
    TrialResult result;
    result.status = trial_status_from(j.at("status").get<std::string>());
    result.message = j.at("message").get<std::string>();
    result.verification_error = optional_from(j.at("verification_error"));
    result.stop = stop_reason_from(j.at("stop").get<std::string>());
    result.compile_seconds = real_from_json(j.at("compile_seconds"));
    result.prepare_seconds = real_from_json(j.at("prepare_seconds"));
    result.verify_seconds = real_from_json(j.at("verify_seconds"));
    result.verified = verified_from(j.at("verified"));
    result.agrees_with = j.at("agrees_with").get<std::string>();
    result.samples = list_from_json(j.at("samples"), sample_from_json);
    result.facts = list_from_json(j.at("facts"), fact_from);
    return result;
  });
}

json to_json(const SamplingOptions& options) {
  return {{"confidence", real_to_json(options.confidence)},
          {"relative_width", real_to_json(options.relative_width)},
          {"min_samples", options.min_samples},
          {"max_samples", options.max_samples},
          {"warm_up_seconds", real_to_json(options.warm_up_seconds)},
          {"max_seconds", real_to_json(options.max_seconds)},
          {"race_limit", optional_to_json(options.race_limit)},
          {"cache", to_string(options.cache)},
          {"verification_share", real_to_json(options.verification_share)}};
}

SamplingOptions sampling_from_json(const json& j) {
  return read_json("set of sampling options", [&] {
    SamplingOptions options;
    options.confidence = real_from_json(j.at("confidence"));
    options.relative_width = real_from_json(j.at("relative_width"));
    options.min_samples = j.at("min_samples").get<std::uint32_t>();
    options.max_samples = j.at("max_samples").get<std::uint32_t>();
    options.warm_up_seconds = real_from_json(j.at("warm_up_seconds"));
    options.max_seconds = real_from_json(j.at("max_seconds"));
    options.race_limit = optional_from(j.at("race_limit"));
    options.cache = cache_mode_from(j.at("cache").get<std::string>());
    options.verification_share = real_from_json(j.at("verification_share"));
    return options;
  });
}

}  // namespace assay
