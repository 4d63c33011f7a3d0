#pragma once

#include "assay/problem.hpp"
#include "framework/kernel_file/description.hpp"

namespace assay {

// The problem that a description defines: it fills or reads its arrays, shapes them by the
// instance's arguments, and has a reference. Error messages begin with places in the scenario.
[[nodiscard]] sdk::ProblemDescription array_problem(ArrayProblemDescription description);

}  // namespace assay
