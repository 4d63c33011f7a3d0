// Whether a candidate works while its own clock runs, and no more than that clock tells.
#pragma once

#include "framework/judge/stage.hpp"

namespace assay::judge {

// Compares what was told of the repetitions so far with the judge's clock, repeats where that looks
// suspicious or they are short, and asks whether bringing inputs and outputs took longer than
// copying takes. Throws Charged, and as the stage's steps.
void compare_clocks(Stage& stage);

}  // namespace assay::judge
