#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "framework/dispatch/cost_matrix.hpp"

namespace assay::dispatch {

// How far features reach in a CostProcess.
struct CostScales {
  std::vector<double> lengths;  // of each feature, on the scale of its places
  double noise = 0;             // the share of noise in what is known, as a variance
};

// Guesses what pairs cost between the instances of a matrix: for each pair a Gaussian process
// (Rasmussen and Williams, "Gaussian Processes for Machine Learning", 2006, algorithm 2.1) of the
// logarithm of its cost over the geometric mean of the pairs' costs there, over the features, which
// are sizes' logarithms, other numbers as they are, and texts, which are alike or not. Its
// covariance is Matern's of 3/2 (equation 4.17), with lengths that the pairs share.
class CostProcess {
 public:
  // The scales with the largest marginal likelihood (equation 2.30), by coordinate search. Costs
  // where the pair does not admit the instance are not looked at, nor are failed ones. Requires an
  // instance.
  [[nodiscard]] static CostScales fitting_scales(const CostMatrix& matrix,
                                                 const PairConditions& conditions);

  CostProcess(const CostMatrix& matrix, const PairConditions& conditions, CostScales scales);

  // The logarithms of the pairs' costs at a point, up to a number that they share. A pair of which
  // nothing is known costs as much as the pairs do in the mean.
  [[nodiscard]] std::vector<double> guess(const FeatureValues& point) const;

 private:
  [[nodiscard]] std::vector<double> place_of(const FeatureValues& point) const;
  [[nodiscard]] double covariance(const std::vector<double>& a, const std::vector<double>& b) const;
  // Of the instances `rows` with each other, noise included.
  [[nodiscard]] Eigen::MatrixXd covariances(const std::vector<std::size_t>& rows) const;
  [[nodiscard]] double log_likelihood() const;
  void settle();

  std::vector<bool> is_text_;                // of each feature
  std::vector<bool> is_size_;                // above 0 everywhere
  std::vector<std::vector<double>> places_;  // of the instances
  // Of each pair: the instances where its cost is known, the logarithms there about their mean.
  struct OfPair {
    std::vector<std::size_t> rows;
    Eigen::VectorXd logs;
    double mean = 0;
    Eigen::VectorXd weights;  // of the covariances with `rows`, once settled
  };
  std::vector<OfPair> pairs_;
  CostScales scales_;
};

}  // namespace assay::dispatch
