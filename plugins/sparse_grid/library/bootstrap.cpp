#include "sparse_grid/library/bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "sparse_grid/library/random.hpp"

namespace sparse_grid {
namespace {

constexpr std::size_t few_values = 16;

// The features that are smoothed: those with more than few_values distinct values.
std::vector<std::size_t> smooth_features(const Samples& samples) {
  const std::size_t d = samples.dimensions;
  std::vector<std::size_t> features;
  for (std::size_t k = 0; k < d; ++k) {
    std::set<double> values;
    for (std::size_t at = k; at < samples.points.size() && values.size() <= few_values; at += d) {
      values.insert(samples.points[at]);
    }
    if (values.size() > few_values) features.push_back(k);
  }
  return features;
}

std::vector<double> means(const Samples& samples, const std::vector<std::size_t>& features) {
  std::vector<double> result(features.size(), 0);
  for (std::size_t m = 0; m < samples.size(); ++m) {
    for (std::size_t a = 0; a < features.size(); ++a) {
      result[a] += samples.points[m * samples.dimensions + features[a]];
    }
  }
  for (double& mean : result) mean /= static_cast<double>(samples.size());
  return result;
}

// The covariance matrix of the features, row-major.
std::vector<double> covariance(const Samples& samples, const std::vector<std::size_t>& features,
                               const std::vector<double>& mean) {
  const std::size_t n = features.size();
  std::vector<double> result(n * n, 0);
  std::vector<double> row(n);
  for (std::size_t m = 0; m < samples.size(); ++m) {
    for (std::size_t a = 0; a < n; ++a) {
      row[a] = samples.points[m * samples.dimensions + features[a]] - mean[a];
    }
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b <= a; ++b) result[a * n + b] += row[a] * row[b];
    }
  }
  for (double& value : result) value /= static_cast<double>(samples.size() - 1);
  return result;
}

// Overwrites the lower triangle by L with L L^T = the matrix (Cholesky). A feature that is
// determined by the features before it gets no noise of its own.
void factorise(std::vector<double>& matrix, std::size_t n) {
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      double rest = matrix[a * n + b];
      for (std::size_t c = 0; c < b; ++c) rest -= matrix[a * n + c] * matrix[b * n + c];
      if (a == b) {
        matrix[a * n + a] = std::sqrt(std::max(0.0, rest));
      } else {
        const double pivot = matrix[b * n + b];
        matrix[a * n + b] = pivot > 0 ? rest / pivot : 0;
      }
    }
  }
}

double reflected(double x) {
  x = std::fmod(std::abs(x), 2.0);
  return x > 1 ? 2 - x : x;
}

}  // namespace

void grow_by_bootstrap(Samples& samples, std::size_t count, std::uint64_t seed) {
  const std::size_t rows = samples.size();
  if (count <= rows) return;
  const std::size_t d = samples.dimensions;
  const auto features = smooth_features(samples);
  const std::size_t n = features.size();
  const auto mean = means(samples, features);
  auto root = covariance(samples, features, mean);
  factorise(root, n);
  // Half of Silverman's (4 / (n + 2))^(1 / (n + 4)) rows^(-1 / (n + 4)).
  const double dimension = static_cast<double>(n);
  const double h =
      std::pow(4 / ((dimension + 2) * static_cast<double>(rows)), 1 / (dimension + 4)) / 2;
  const double shrink = 1 / std::sqrt(1 + h * h);

  Random random(seed, 5);
  samples.points.reserve(count * d);
  if (!samples.targets.empty()) samples.targets.reserve(count);
  std::vector<double> noise(n);
  std::vector<double> point(d);
  while (samples.size() < count) {
    const auto chosen = static_cast<std::size_t>(random.below(rows));
    std::copy_n(samples.points.begin() + static_cast<std::ptrdiff_t>(chosen * d), d, point.begin());
    for (double& value : noise) value = random.normal();
    for (std::size_t a = 0; a < n; ++a) {
      double shift = 0;
      for (std::size_t b = 0; b <= a; ++b) shift += root[a * n + b] * noise[b];
      double& x = point[features[a]];
      x = reflected(mean[a] + (x - mean[a] + h * shift) * shrink);
    }
    samples.points.insert(samples.points.end(), point.begin(), point.end());
    if (!samples.targets.empty()) samples.targets.push_back(samples.targets[chosen]);
  }
}

}  // namespace sparse_grid
