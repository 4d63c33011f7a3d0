// The talk between a judge and a worker that performs (protocol.hpp).
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "framework/core/value.hpp"
#include "framework/worker/arena.hpp"
#include "framework/worker/performance.hpp"

namespace assay {

// An arena as another process finds it.
struct ArenaOffer {
  ArenaLayout layout;
  std::string path;
};
[[nodiscard]] nlohmann::json to_json(const ArenaOffer& offer);
[[nodiscard]] ArenaOffer arena_offer_from_json(const nlohmann::json& message);

// What a candidate's worker is told before it performs.
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

// Steps that a judge has a performance take.
enum class Step {
  nothing,  // but the answer
  prepare,  // anew, from the inputs as they are
  refresh,  // copies inputs to devices once more
  restore,  // what a repetition changed
  flush,    // caches
  repeat,   // timed
  put_out,
  end,
};
[[nodiscard]] const char* to_string(Step step);

// A step; of repetitions several in a row, each but the first after a restore. The seconds of all
// of them together are told.
struct StepRequest {
  Step step;
  std::uint32_t times = 1;
};
[[nodiscard]] nlohmann::json to_json(const StepRequest& request);
[[nodiscard]] StepRequest step_request_from_json(const nlohmann::json& message);

// Takes steps as `next` tells them, and has `tell` say what came of each, until the last, or one
// fails. Never throws: how it ended is the result's status. Of the samples it keeps none.
[[nodiscard]] TrialResult perform(const PerformanceSetup& setup,
                                  const std::function<std::optional<StepRequest>()>& next,
                                  const std::function<void(const nlohmann::json&)>& tell);

}  // namespace assay
