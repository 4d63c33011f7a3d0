// Checks how many digits of a candidate's results are right.
#pragma once

#include "framework/worker/arena.hpp"
#include "framework/worker/verify.hpp"

namespace assay::judge {

// Throws Charged if outputs that passed have no right digit, because an absolute tolerance says
// nothing about numbers far below it. Results smaller than the rounding errors of the arena's
// inputs are let pass, since nobody has digits there.
void require_digits(const Digits& passed, const Arena& arena);

// Throws Charged if nearly all numbers of the outputs have no more digits than a lower precision
// holds although more are expected: a candidate that rounds its results reads all of its inputs, so
// that only its outputs reveal it.
void require_full_precision(const Digits& passed, const Arena& arena);

}  // namespace assay::judge
