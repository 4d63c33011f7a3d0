#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/space.hpp"

namespace assay {

// Decides which configuration of a space comes next. A strategy never proposes an index twice, and
// it is deterministic for a seed and a sequence of observations.
class Strategy {
 public:
  virtual ~Strategy() = default;

  // The next configuration, or nothing when the space is exhausted.
  virtual std::optional<std::uint64_t> propose() = 0;
  // What came of a configuration: its objective, or nothing for a failed trial. Also called for
  // configurations known from earlier runs, which are then not proposed.
  virtual void observe(std::uint64_t index, std::optional<double> objective) = 0;
};

// "exhaustive", "random". Throws usage Error naming the nearest known name. The space must outlive
// the strategy.
std::unique_ptr<Strategy> make_strategy(const std::string& name, const SearchSpace& space,
                                        std::uint64_t seed);
// Throws as make_strategy does, before there is a space.
void require_strategy(const std::string& name);
std::vector<std::string> strategy_names();

}  // namespace assay
