#pragma once

#include <cstddef>
#include <vector>

#include "framework/core/space/space.hpp"

namespace assay {

// How the values of a parameter lie to each other, as a model of the objective sees them.
struct Axis {
  std::vector<double> places;  // of the values, 0 to 1
  std::vector<int> twos = {};  // how often two divides each, or empty: that tells nothing

  [[nodiscard]] std::size_t size() const { return places.size(); }
  // What values that lie far apart may still have in common, 0 to 1: positive semidefinite, and 1
  // of a value with itself.
  [[nodiscard]] double kinship(std::size_t a, std::size_t b) const;
};

// Numbers lie by their logarithms where all are positive, for sizes matter by their ratios; texts
// in the order of their list. Akin are whole numbers by how often two divides them, for hardware
// works in powers of two (vectors, banks, lines); other values are akin to themselves alone.
[[nodiscard]] std::vector<Axis> axes_of(const SearchSpace& space);

}  // namespace assay
