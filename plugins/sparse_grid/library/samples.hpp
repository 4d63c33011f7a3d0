// Data points in the unit cube with their target values, and generated sets of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sparse_grid/library/random.hpp"

namespace sparse_grid {

struct Samples {
  std::size_t dimensions = 0;
  std::vector<double> points;   // [size() * dimensions], point after point, each value in [0, 1]
  std::vector<double> targets;  // [size()], or empty if there is nothing to learn
  [[nodiscard]] std::size_t size() const {
    return dimensions == 0 ? 0 : points.size() / dimensions;
  }
};

// The generated sets. Equal arguments give equal samples on every platform with IEEE doubles (up to
// the last digit of its logarithm and cosine). All require at least one sample and one dimension.

// Uniformly distributed points without targets.
Samples uniform_samples(std::size_t dimensions, std::size_t count, std::uint64_t seed);

// Friedman's first function (1991): 10 sin(pi x1 x2) + 20 (x3 - 0.5)^2 + 10 x4 + 5 x5 + N(0, 1) at
// uniform points. Throws sdk::Error (ASSAY_INVALID) for fewer than five dimensions; further
// dimensions have no influence.
Samples friedman1_samples(std::size_t dimensions, std::size_t count, std::uint64_t seed);

// Classes +1 and -1 alternating on a board of four fields in each dimension, at uniform points.
Samples checkerboard_samples(std::size_t dimensions, std::size_t count, std::uint64_t seed);

// The Gaussian sets of Luz 2017, section 5.2.1: as many normal distributions as dimensions, with
// centres uniform in the cube and at least 32 sigma apart, where sigma is 0.1 or less if that is
// necessary; samples in equal shares, redrawn until they lie in the cube. The target is the density
// of the sample's own distribution.
Samples gaussian_samples(std::size_t dimensions, std::size_t count, std::uint64_t seed);

// Keeps `count` samples (or all, if there are no more) in their order; every choice is equally
// likely (Knuth, The Art of Computer Programming, volume 2, algorithm 3.4.2S).
void keep_random_choice(Samples& samples, std::size_t count, Random& random);

}  // namespace sparse_grid
