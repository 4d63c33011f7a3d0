// Checks whether a candidate works while its own clock runs, and no longer than that clock says.
#pragma once

#include "framework/judge/performer.hpp"

namespace assay::judge {

// Compares the reported times of the repetitions so far with the judge's clock, repeats if they
// look suspicious or are short, and checks whether bringing inputs and outputs took longer than
// copying takes. Throws Charged, and the errors of the performer's steps.
void compare_clocks(Performer& performer);

}  // namespace assay::judge
