#pragma once

#include <cstdint>

#include "framework/core/space/space.hpp"
#include "framework/tune/strategy/experience.hpp"
#include "framework/tune/strategy/settings.hpp"

namespace assay {

// The inputs that every strategy is created from. The space must outlive the strategy, the rest
// need not.
struct StrategyInputs {
  const SearchSpace& space;
  std::uint64_t seed;
  const StrategySettings& settings;
  const Experience& experience;
};

}  // namespace assay
