#pragma once

#include "assay/problem.hpp"
#include "framework/kernel_file/description.hpp"

namespace assay {

// The problem that a description makes: fills or reads its arrays, shapes them by the instance's
// arguments, has a reference. Messages begin with the scenario's places.
[[nodiscard]] sdk::ProblemDescription array_problem(ArrayProblemDescription description);

}  // namespace assay
