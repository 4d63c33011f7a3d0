#pragma once

#include <vector>

#include <Eigen/Core>

#include "framework/core/space.hpp"

namespace assay {

// How the values of a parameter lie to each other, as a model of the objective sees them.
struct Axis {
  std::vector<double> places;  // of the values, 0 to 1
  // [value][value], 0 to 1, positive semidefinite with a diagonal of 1: what values that lie far
  // apart may still have in common.
  Eigen::MatrixXd kinship;
};

// Numbers lie by their logarithms where all are positive, for sizes matter by their ratios; texts
// in the order of their list. Akin are whole numbers by how often two divides them, for hardware
// works in powers of two (vectors, banks, lines); other values are akin to themselves alone.
[[nodiscard]] std::vector<Axis> axes_of(const SearchSpace& space);

}  // namespace assay
