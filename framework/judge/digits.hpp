// How many digits of a candidate's results are right.
#pragma once

#include "framework/worker/arena.hpp"
#include "framework/worker/verification.hpp"

namespace assay::judge {

// Throws Charged where outputs that passed have no right digit: an absolute tolerance says nothing
// of numbers far below it. What the rounding of the arena's inputs leaves nothing of is let pass,
// since nobody has digits there.
void require_digits(const Digits& passed, const Arena& arena);

// Throws Charged where nearly all numbers were put out with no more digits than a lower precision
// holds, though more are expected of them: who rounds what it has computed reads all of its inputs,
// and is told by its outputs alone.
void require_full_precision(const Digits& passed, const Arena& arena);

}  // namespace assay::judge
