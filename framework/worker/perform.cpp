#include "framework/worker/perform.hpp"

#include <algorithm>
#include <array>

#include "framework/core/error.hpp"
#include "framework/core/json.hpp"

namespace assay {
namespace {

using nlohmann::json;

constexpr std::array step_names = {"prepare", "refresh", "restore", "repeat", "put-out", "end"};
static_assert(step_names.size() == static_cast<std::size_t>(Step::end) + 1);

// What a step tells beside its name.
json take(Performance& performance, Step step, CacheMode cache) {
  switch (step) {
    case Step::prepare:
      performance.prepare();
      return {{"seconds", performance.prepare_seconds()}};
    case Step::refresh:
      performance.refresh();
      return json::object();
    case Step::restore:
      performance.restore(cache);
      return json::object();
    case Step::repeat:
      return {{"sample", to_json(performance.repeat())}};
    case Step::put_out:
      performance.put_out();
      return json::object();
    case Step::end:
      break;
  }
  return json::object();
}

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
  return {{"problem", request.problem},        {"arguments", to_json(request.arguments)},
          {"variant", request.variant},        {"build", request.build_id},
          {"device", request.device},          {"configuration", to_json(request.configuration)},
          {"cache", to_string(request.cache)}, {"arena", to_json(request.arena)}};
}

PerformRequest perform_request_from_json(const json& message) {
  PerformRequest request;
  request.problem = message.at("problem");
  request.arguments = bindings_from_json(message.at("arguments"));
  request.variant = message.at("variant");
  request.build_id = message.at("build");
  request.device = message.at("device");
  request.configuration = bindings_from_json(message.at("configuration"));
  request.cache = cache_mode_from(message.at("cache").get<std::string>());
  request.arena = arena_offer_from_json(message.at("arena"));
  return request;
}

const char* to_string(Step step) { return step_names.at(static_cast<std::size_t>(step)); }

Step step_from(const std::string& name) {
  const auto* const found = std::ranges::find(step_names, name);
  if (found == step_names.end()) throw internal_error("'{}' is no step", name);
  return static_cast<Step>(found - step_names.begin());
}

TrialResult perform(const PerformanceSetup& setup, CacheMode cache,
                    const std::function<std::optional<Step>()>& next,
                    const std::function<void(const json&)>& tell) {
  TrialResult result;
  settle(result, [&] {
    Performance performance(setup);
    performance.compile();
    result.compile_seconds = performance.compile_seconds();
    tell({{"step", "compile"}, {"seconds", result.compile_seconds}});
    for (;;) {
      const std::optional<Step> step = next();
      if (!step) throw TrialFailure{TrialStatus::stopped, "the judge is gone"};
      if (*step == Step::end) break;
      json told = take(performance, *step, cache);
      told["step"] = to_string(*step);
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
