// The conversation between a judge and a worker that performs (protocol.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "framework/core/instance_record.hpp"
#include "framework/core/value.hpp"

namespace assay {

// The places of tensors in an arena, the memory that a judge and a candidate share, in bytes from
// its beginning.
struct ArenaLayout {
  std::vector<TensorShape> inputs;
  std::vector<TensorShape> outputs;
  std::vector<std::size_t> input_offsets;   // of the lowest byte of any element
  std::vector<std::size_t> output_offsets;  // outputs have dense strides
  std::size_t bytes = 0;
};

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

}  // namespace assay
