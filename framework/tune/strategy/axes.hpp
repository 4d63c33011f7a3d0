#pragma once

#include <cstddef>
#include <vector>

#include "framework/core/space/space.hpp"

namespace assay {

// The geometry of a parameter's values, as a model of the objective sees them.
struct Axis {
  std::vector<double> places;  // of the values, 0 to 1
  std::vector<int> twos = {};  // how often two divides each value; empty: no information

  [[nodiscard]] std::size_t size() const { return places.size(); }
  // The similarity, 0 to 1, of values that need not be near: positive semidefinite, and 1 for a
  // value with itself.
  [[nodiscard]] double kinship(std::size_t a, std::size_t b) const;
};

// The axes of the space's parameters. Numbers are placed by their logarithms where all are
// positive, because ratios matter for sizes; texts are placed in the order of their list. Whole
// numbers are akin by how often two divides them, because hardware works in powers of two (vectors,
// banks, lines); other values are akin to themselves alone.
[[nodiscard]] std::vector<Axis> axes_of(const SearchSpace& space);

}  // namespace assay
