// Checks whether a candidate computes with the precision of its inputs.
#pragma once

#include <set>
#include <string>

#include "framework/judge/performer.hpp"

namespace assay::judge {

// Runs the candidate on inputs that a lower precision represents exactly, on inputs that differ
// from these by less than such a precision can tell, and on inputs that differ visibly: a candidate
// whose outputs are the same, bit for bit, for the first two but not for the third rounds its
// inputs. The inputs are derived from those in the performer; the inputs named in `setup` stay
// unchanged. No output is verified, because the right outputs for such inputs are unknown. Throws
// Charged, and the errors of the performer's steps.
void examine_precision(Performer& performer, const std::set<std::string>& setup);

}  // namespace assay::judge
