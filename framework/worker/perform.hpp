#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "framework/core/trial.hpp"
#include "framework/protocol/performance.hpp"
#include "framework/worker/performance.hpp"

namespace assay {

// Takes the steps that `next` returns, and reports the outcome of each through `tell`, until the
// last step or until one fails. Never throws: how the performance ended is the result's status. The
// result has no samples.
[[nodiscard]] TrialResult perform(const PerformanceSetup& setup,
                                  const std::function<std::optional<StepRequest>()>& next,
                                  const std::function<void(const nlohmann::json&)>& tell);

}  // namespace assay
