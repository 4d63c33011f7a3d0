// How many digits of a candidate's results are right.
#pragma once

#include "framework/worker/arena.hpp"
#include "framework/worker/verification.hpp"

namespace assay::judge {

// Throws Charged where outputs that passed have no right digit: an absolute tolerance says nothing
// of numbers far below it. What the rounding of the arena's inputs leaves nothing of is let pass,
// since nobody has digits there.
void require_digits(const Verification& passed, const Arena& arena);

}  // namespace assay::judge
