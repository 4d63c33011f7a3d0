#pragma once

#include <memory>

#include "framework/tune/strategy.hpp"

namespace assay {

// Bayesian optimisation: a Gaussian process over the logarithms of the objective proposes what it
// expects to improve most on the best so far (expected improvement; Jones, Schonlau, Welch 1998).
// Failed trials count as worse than nine tenths of what succeeded, so that their neighbourhoods are
// left alone without breaking the model. After some hundreds of trials, when the model would cost
// more than it gives, come the neighbours of the best.
[[nodiscard]] std::unique_ptr<Strategy> make_bayesian(const SearchSpace& space, std::uint64_t seed);

}  // namespace assay
