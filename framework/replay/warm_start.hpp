#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "framework/replay/replay.hpp"
#include "framework/tune/strategy/experience.hpp"

namespace assay {

using ExperiencedMaker = std::function<std::unique_ptr<Strategy>(
    const SearchSpace& space, std::uint64_t seed, const Experience& experience)>;

// A maker of strategies with experience from earlier spaces, nearest first. Each earlier space was
// searched by the same strategy without experience, once for each of the seeds 1 to options.seeds,
// with options.budget trials. Throws as replay does.
[[nodiscard]] StrategyMaker after_searching(const std::vector<RecordedSpace>& earlier,
                                            const ExperiencedMaker& strategy,
                                            const ReplayOptions& options);

}  // namespace assay
