// Configurations at the border of a search space, for checks that cannot try them all.
#pragma once

#include <cstddef>
#include <vector>

#include "framework/core/space/space.hpp"
#include "framework/core/value.hpp"

namespace assay {

// Every value of every parameter at least once, in few configurations, the default first: each has
// as many values that none before it has as the constraints admit together. A value that the
// constraints admit nowhere is left out.
[[nodiscard]] std::vector<Bindings> each_value_once(const SearchSpace& space);

// Configurations in which every parameter has its first or its last value: at most `count` of those
// in the space, the same ones in every call.
[[nodiscard]] std::vector<Bindings> corners(const SearchSpace& space, std::size_t count);

}  // namespace assay
