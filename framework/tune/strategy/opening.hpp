#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "framework/core/space/space.hpp"
#include "framework/tune/strategy/experience.hpp"

namespace assay {

// What every strategy tries first: the best of earlier searches, the default configuration, then
// what is nearest to it with each other value of a text or a switch that was not tried elsewhere. A
// choice that leaves little else to choose is a small part of the space, which chance and models
// may miss.
class Opening {
 public:
  Opening(const SearchSpace& space, const Experience& experience);

  // The next of them, nothing after the last. May name a configuration more than once.
  [[nodiscard]] std::optional<std::uint64_t> next() {
    if (position_ == indices_.size()) return std::nullopt;
    return indices_[position_++];
  }

 private:
  std::vector<std::uint64_t> indices_;
  std::size_t position_ = 0;
};

}  // namespace assay
