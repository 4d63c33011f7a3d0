// The strategies by their names.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "framework/core/space/space.hpp"
#include "framework/core/strategy_spec.hpp"
#include "framework/tune/strategy/experience.hpp"
#include "framework/tune/strategy/settings.hpp"
#include "framework/tune/strategy/strategy.hpp"

namespace assay {

struct StrategyDescription {
  std::string name;
  std::string summary;
  std::vector<StrategySetting> settings;
};

[[nodiscard]] const std::vector<StrategyDescription>& strategies();
[[nodiscard]] std::vector<std::string> strategy_names();

// Throws usage Error for an unknown name, suggesting the nearest one, and for settings that the
// strategy does not have or that are out of their range. The message begins with the place of the
// spec.
void require_strategy(const StrategySpec& spec);

// Creates a strategy. Throws the same errors as require_strategy. The space must outlive the
// strategy.
[[nodiscard]] std::unique_ptr<Strategy> make_strategy(const StrategySpec& spec,
                                                      const SearchSpace& space, std::uint64_t seed,
                                                      const Experience& experience = {});

}  // namespace assay
