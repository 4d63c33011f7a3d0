#pragma once

#include <cstdint>

#include "framework/core/space/space.hpp"
#include "framework/tune/strategy/experience.hpp"
#include "framework/tune/strategy/settings.hpp"

namespace assay {

// What every strategy begins with. The space outlives it, the rest need not.
struct StrategyInputs {
  const SearchSpace& space;
  std::uint64_t seed;
  const StrategySettings& settings;
  const Experience& experience;
};

}  // namespace assay
