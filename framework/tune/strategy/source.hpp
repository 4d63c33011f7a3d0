#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include <Eigen/Core>

#include "framework/core/space/space.hpp"
#include "framework/tune/strategy/experience.hpp"
#include "framework/tune/strategy/gaussian_process.hpp"

namespace assay {

// An earlier search as a predictor of the current one: a Gaussian process of its best trials and of
// as many that are spread over the rest. The space must outlive it.
class Source {
 public:
  Source(const SearchSpace& space, const EarlierSearch& search);

  // The successes that it knows best, the best first.
  [[nodiscard]] const std::vector<std::uint64_t>& best() const { return best_; }
  // Configurations from the best to the worst that it knows, at most `count`.
  [[nodiscard]] std::vector<std::uint64_t> spread(std::size_t count) const;
  // What it learnt of the covariance (GaussianProcess); nothing if it knows too few trials.
  [[nodiscard]] std::optional<Eigen::VectorXd> covariance() const;
  // The logarithms of the objective to expect, relative to the average of what it knows. What has
  // been predicted once is remembered.
  [[nodiscard]] std::vector<double> expected(const std::vector<std::uint64_t>& indices);

 private:
  const SearchSpace* space_;
  GaussianProcess process_;
  std::vector<std::uint64_t> known_;  // the best first, failures last
  std::vector<std::uint64_t> best_;
  std::unordered_map<std::uint64_t, double> expected_;
};

}  // namespace assay
