#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "framework/core/space/space.hpp"
#include "framework/tune/strategy/experience.hpp"

namespace assay {

// The configurations that every strategy tries first, after the probes of earlier searches
// (Sources): the default configuration, then, for each other value of a text or a switch that was
// not tried elsewhere, the nearest configuration with that value. A value that leaves few other
// choices makes up a small part of the space, which chance and models may miss.
class Opening {
 public:
  Opening(const SearchSpace& space, const Experience& experience);

  // The next configuration of the opening; nothing after the last. May return a configuration more
  // than once.
  [[nodiscard]] std::optional<std::uint64_t> next() {
    if (position_ == indices_.size()) return std::nullopt;
    return indices_[position_++];
  }

 private:
  std::vector<std::uint64_t> indices_;
  std::size_t position_ = 0;
};

}  // namespace assay
