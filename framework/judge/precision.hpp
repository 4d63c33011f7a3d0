// Whether a candidate computes with numbers as precise as those that it is given.
#pragma once

#include <set>
#include <string>

#include "framework/judge/stage.hpp"

namespace assay::judge {

// Runs the candidate on inputs that a lower precision holds exactly, on inputs that differ from
// these by less than it can tell, and on inputs that differ visibly: whose outputs are the same,
// bit for bit, for the first two, and not for the third, rounds its inputs. Inputs are those that
// the stage holds, but for `setup`, which stay. No output is verified: what is right for such
// inputs nobody knows. Throws Charged, and as the stage's steps.
void examine_precision(Stage& stage, const std::set<std::string>& setup);

}  // namespace assay::judge
