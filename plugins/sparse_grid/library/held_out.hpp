// Samples held out of the training, for judging its result.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sparse_grid/library/samples.hpp"

namespace sparse_grid {

// Moves a random choice of `count` samples out of `samples` and returns them; both keep their
// order. Every choice is equally likely, and equal arguments give the same choice. `count` must be
// at most the size.
Samples hold_out(Samples& samples, std::size_t count, std::uint64_t seed);

}  // namespace sparse_grid
