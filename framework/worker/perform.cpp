#include "framework/worker/perform.hpp"

#include <algorithm>
#include <array>

#include "framework/core/error.hpp"
#include "framework/core/json_fields.hpp"

namespace assay {
namespace {

using nlohmann::json;

constexpr std::array step_names = {"nothing", "prepare", "refresh", "restore",
                                   "flush",   "repeat",  "put-out", "end"};
static_assert(step_names.size() == static_cast<std::size_t>(Step::end) + 1);

json repeat(Performance& performance, std::uint32_t times) {
  double seconds = 0;
  for (std::uint32_t time = 1;; ++time) {
    seconds += performance.repeat().seconds;
    if (time >= times) return {{"seconds", seconds}};
    performance.restore();
  }
}

// Takes a step; returns what is reported in addition to its name.
json take(Performance& performance, const StepRequest& request) {
  switch (request.step) {
    case Step::prepare:
      performance.prepare();
      return {{"seconds", performance.prepare_seconds()}};
    case Step::refresh:
      performance.refresh();
      return json::object();
    case Step::restore:
      performance.restore();
      return json::object();
    case Step::flush:
      performance.flush_caches();
      return json::object();
    case Step::repeat:
      return repeat(performance, request.times);
    case Step::put_out:
      performance.put_out();
      return json::object();
    case Step::nothing:
    case Step::end:
      break;
  }
  return json::object();
}

Step step_from(const std::string& name) {
  const auto* const found = std::ranges::find(step_names, name);
  if (found == step_names.end()) throw internal_error("'{}' is no step", name);
  return static_cast<Step>(found - step_names.begin());
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

TrialResult perform(const PerformanceSetup& setup,
                    const std::function<std::optional<StepRequest>()>& next,
                    const std::function<void(const json&)>& tell) {
  TrialResult result;
  settle(result, [&] {
    Performance performance(setup);
    performance.compile();
    result.compile_seconds = performance.compile_seconds();
    tell({{"step", "compile"}, {"seconds", result.compile_seconds}});
    for (;;) {
      const std::optional<StepRequest> request = next();
      if (!request) throw TrialFailure{TrialStatus::stopped, "the judge is gone"};
      if (request->step == Step::end) break;
      json told = take(performance, *request);
      told["step"] = to_string(request->step);
      tell(told);
    }
    result.prepare_seconds = performance.prepare_seconds();
    if (std::string damage = performance.finish(); !damage.empty()) {
      throw TrialFailure{TrialStatus::out_of_bounds, std::move(damage)};
    }
    result.facts = performance.facts();
  });
  return result;
}

}  // namespace assay
