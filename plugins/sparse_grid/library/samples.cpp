#include "sparse_grid/library/samples.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "assay/plugin.hpp"
#include "sparse_grid/library/random.hpp"

namespace sparse_grid {
namespace {

double squared_distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

// Returns one centre for each row, or nothing if a centre found no place in a thousand tries.
std::vector<double> place_centres(std::size_t dimensions, double distance, Random& random) {
  std::vector<double> centres;
  std::vector<double> candidate(dimensions);
  for (int tries = 0; tries < 1000; ++tries) {
    for (auto& x : candidate) x = random.uniform();
    bool free = true;
    for (std::size_t c = 0; c < centres.size() && free; c += dimensions) {
      free = squared_distance(std::span(centres).subspan(c, dimensions), candidate) >=
             distance * distance;
    }
    if (!free) continue;
    centres.insert(centres.end(), candidate.begin(), candidate.end());
    if (centres.size() == dimensions * dimensions) return centres;
    tries = 0;
  }
  return {};
}

double normal_within_unit(double mean, double sigma, Random& random) {
  double x = mean + sigma * random.normal();
  while (x < 0 || x > 1) x = mean + sigma * random.normal();
  return x;
}

// Uniform points with targets computed by `target` from each point.
template <class Target>
Samples labelled_samples(std::size_t dimensions, std::size_t count, std::uint64_t seed,
                         const Target& target) {
  Samples samples = uniform_samples(dimensions, count, seed);
  samples.targets.reserve(count);
  for (std::size_t m = 0; m < count; ++m) {
    samples.targets.push_back(
        target(std::span(samples.points).subspan(m * dimensions, dimensions)));
  }
  return samples;
}

}  // namespace

Samples uniform_samples(std::size_t dimensions, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  Samples samples;
  samples.dimensions = dimensions;
  samples.points.resize(count * dimensions);
  for (auto& x : samples.points) x = random.uniform();
  return samples;
}

Samples friedman1_samples(std::size_t dimensions, std::size_t count, std::uint64_t seed) {
  if (dimensions < 5) {
    throw assay::sdk::Error(
        ASSAY_INVALID, "friedman1 needs 5 dimensions or more, not " + std::to_string(dimensions));
  }
  Random noise(seed, 1);
  return labelled_samples(dimensions, count, seed, [&](std::span<const double> x) {
    return 10 * std::sin(std::numbers::pi * x[0] * x[1]) + 20 * (x[2] - 0.5) * (x[2] - 0.5) +
           10 * x[3] + 5 * x[4] + noise.normal();
  });
}

Samples checkerboard_samples(std::size_t dimensions, std::size_t count, std::uint64_t seed) {
  return labelled_samples(dimensions, count, seed, [](std::span<const double> x) {
    unsigned fields = 0;
    for (const double value : x) fields += static_cast<unsigned>(4 * value);
    return fields % 2 == 0 ? 1.0 : -1.0;
  });
}

Samples gaussian_samples(std::size_t dimensions, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  double sigma = 0.1;
  std::vector<double> centres = place_centres(dimensions, 32 * sigma, random);
  while (centres.empty()) {
    sigma *= 0.9;
    centres = place_centres(dimensions, 32 * sigma, random);
  }
  Samples samples;
  samples.dimensions = dimensions;
  const double d = static_cast<double>(dimensions);
  const double peak = std::pow(sigma * std::sqrt(2 * std::numbers::pi), -d);
  for (std::size_t m = 0; m < count; ++m) {
    const auto centre = std::span(centres).subspan(m % dimensions * dimensions, dimensions);
    for (const double mean : centre) {
      samples.points.push_back(normal_within_unit(mean, sigma, random));
    }
    const auto point = std::span(samples.points).last(dimensions);
    samples.targets.push_back(peak *
                              std::exp(-squared_distance(point, centre) / (2 * sigma * sigma)));
  }
  return samples;
}

void keep_random_choice(Samples& samples, std::size_t count, Random& random) {
  const std::size_t d = samples.dimensions;
  const std::size_t size = samples.size();
  std::size_t kept = 0;
  for (std::size_t m = 0; m < size && kept < count; ++m) {
    if (random.below(size - m) >= count - kept) continue;
    std::copy_n(samples.points.begin() + static_cast<std::ptrdiff_t>(m * d), d,
                samples.points.begin() + static_cast<std::ptrdiff_t>(kept * d));
    if (!samples.targets.empty()) samples.targets[kept] = samples.targets[m];
    ++kept;
  }
  samples.points.resize(kept * d);
  if (!samples.targets.empty()) samples.targets.resize(kept);
}

}  // namespace sparse_grid
