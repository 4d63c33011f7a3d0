// The conversation between a judge and a worker that performs (protocol.hpp).
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "framework/core/value.hpp"
#include "framework/worker/arena.hpp"
#include "framework/worker/performance.hpp"

namespace assay {

// The layout of an arena, and the path at which another process opens it.
struct ArenaOffer {
  ArenaLayout layout;
  std::string path;
};
[[nodiscard]] nlohmann::json to_json(const ArenaOffer& offer);
[[nodiscard]] ArenaOffer arena_offer_from_json(const nlohmann::json& message);

// The request that a candidate's worker gets before it performs.
struct PerformRequest {
  std::string problem;
  Bindings arguments;  // every one bound
  std::string variant;
  std::string build_id;  // "" takes the only loaded build
  std::string device;    // id or name; "" takes the first of the variant's backend
  Bindings configuration;
  ArenaOffer arena;
};

[[nodiscard]] nlohmann::json to_json(const PerformRequest& request);
[[nodiscard]] PerformRequest perform_request_from_json(const nlohmann::json& message);

// The steps that a judge can ask of a performance.
enum class Step {
  nothing,  // only answers
  prepare,  // anew, from the current inputs
  refresh,  // copies inputs to devices once more
  restore,  // undoes what a repetition changed
  flush,    // empties the caches
  repeat,   // one or more repetitions, timed
  put_out,
  end,
};
[[nodiscard]] const char* to_string(Step step);

// A request for a step. `times` repetitions in a row have a restore before each but the first; the
// answer has the seconds of all of them together.
struct StepRequest {
  Step step;
  std::uint32_t times = 1;
};
[[nodiscard]] nlohmann::json to_json(const StepRequest& request);
[[nodiscard]] StepRequest step_request_from_json(const nlohmann::json& message);

// Takes the steps that `next` returns, and reports the outcome of each through `tell`, until the
// last step or until one fails. Never throws: how the performance ended is the result's status. The
// result has no samples.
[[nodiscard]] TrialResult perform(const PerformanceSetup& setup,
                                  const std::function<std::optional<StepRequest>()>& next,
                                  const std::function<void(const nlohmann::json&)>& tell);

}  // namespace assay
