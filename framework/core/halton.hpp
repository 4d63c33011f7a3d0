#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay {

// Points of the unit cube of which any first few lie more evenly than random ones: the sequence of
// Halton ("On the efficiency of certain quasi-random sequences of points in evaluating
// multi-dimensional integrals", 1960), in which a permutation that the seed draws exchanges the
// digits at each place, so that high dimensions do not run in step (Owen, "A randomized Halton
// algorithm in R", 2017).
class HaltonSequence {
 public:
  static constexpr std::size_t most_dimensions = 32;

  // Requires at most most_dimensions.
  HaltonSequence(std::size_t dimensions, std::uint64_t seed);

  // The point of that number, from 0: a number in [0, 1) for each dimension.
  [[nodiscard]] std::vector<double> operator()(std::uint64_t number) const;

 private:
  struct Dimension {
    std::uint64_t base;  // a prime
    // The permutation of each place after the point.
    std::vector<std::vector<std::uint64_t>> digits;
  };
  std::vector<Dimension> dimensions_;
};

}  // namespace assay
