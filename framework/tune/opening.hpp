#pragma once

#include <cstdint>
#include <vector>

#include "framework/core/space.hpp"

namespace assay {

// What every strategy tries first: the default configuration, then what is nearest to it with each
// other value of a text or a switch. A choice that leaves little else to choose is a small part of
// the space, which chance and models may miss. May hold a configuration more than once.
[[nodiscard]] std::vector<std::uint64_t> opening(const SearchSpace& space);

}  // namespace assay
