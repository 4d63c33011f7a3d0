#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "framework/tune/strategy/axis_factor.hpp"

namespace assay {

// Gaussian process regression over configurations (Rasmussen, Williams 2006, algorithm 2.1), for a
// few hundred observations. Each parameter j contributes a factor to the covariance,
//
//   1 - a_j + a_j ((1 - w) M(|x_j - y_j| / l_j) + w K_j(x_j, y_j)),
//
// with M the Matern function of order 5/2 and K_j the kinship of the values: near values of a
// parameter behave alike, and so may distant ones that are akin (Axis). The constant share 1 - a_j
// makes the product a sum of effects of single parameters, of pairs, and so on, each weaker than
// the one before: a few observations reveal the effects of single parameters, which a bare product
// cannot see (Duvenaud, Nickisch, Rasmussen 2011). Lengths l, importances a, the share w and the
// noise maximise the marginal likelihood under weak priors; the scale of the covariance follows
// from them in closed form.
class GaussianProcess {
 public:
  using Point = std::vector<std::uint32_t>;  // a value index per parameter

  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  struct Prediction {
    double mean;
    double deviation;  // standard deviation, without noise
  };

  explicit GaussianProcess(std::vector<Axis> axes);  // one for each parameter

  // What has been learnt of the covariance, in the form that expect_covariance() takes.
  [[nodiscard]] const Eigen::VectorXd& covariance_learnt() const { return theta_; }
  // Begins with a covariance learnt elsewhere, of the same axes, and has the priors centre on it,
  // the more narrowly the better both agree, from 0 to 1. Noise is left out: measurements elsewhere
  // say nothing about how far these are off. Takes effect with the next fit().
  void expect_covariance(const Eigen::VectorXd& learnt, double agreement);

  // Replaces all observations but keeps the learnt covariance; learns it further if `learns` is
  // set. O(points^3), about twenty times that if it learns.
  void fit(std::vector<Point> points, const std::vector<double>& targets, bool learns);
  // Adds an observation, O(points^2).
  void add(const Point& point, double target);
  // Changes the targets of all observations, O(points^2).
  void retarget(const std::vector<double>& targets);

  [[nodiscard]] std::size_t size() const { return points_.size(); }
  [[nodiscard]] Prediction predict(const Point& point) const;
  // Predicted means only, O(observations) for each point and O(observations^2) once.
  [[nodiscard]] std::vector<double> means(const std::vector<Point>& points) const;
  [[nodiscard]] double mean() const { return mean_; }  // of the targets

  // Many points whose predictions are kept up to date while observations arrive: a row for each
  // observation, O(observations) for each candidate at each addition.
  class Candidates {
   public:
    void reset() {
      rows_.resize(0, 0);
      points_.clear();
    }
    [[nodiscard]] std::size_t size() const { return points_.size(); }

   private:
    friend class GaussianProcess;
    std::vector<Point> points_;
    RowMajor rows_;
    Eigen::RowVectorXd variance_;
  };
  void watch(Candidates& candidates, std::vector<Point> points) const;
  void predict(Candidates& candidates, Eigen::RowVectorXd& means,
               Eigen::RowVectorXd& deviations) const;

 private:
  void set_factors();
  void append(const Point& point);
  void solve();
  void reduce(Eigen::VectorXd& values) const;
  void learn();
  [[nodiscard]] Eigen::VectorXd row_of(const Point& point) const;
  [[nodiscard]] double covariance(const Point& a, const Point& b) const;
  [[nodiscard]] double loss(Eigen::VectorXd& gradient) const;
  void extend(Candidates& candidates) const;

  std::vector<AxisFactor> factors_;  // one for each parameter
  // Logarithms of the lengths, logits of the importances, logarithm of the noise, logit of w.
  Eigen::VectorXd theta_;
  Eigen::VectorXd prior_mean_;  // of theta
  Eigen::VectorXd prior_deviation_;
  std::vector<Point> points_;
  std::vector<double> targets_;
  RowMajor lower_;           // Cholesky factor, [capacity][capacity]; size() rows in use
  Eigen::VectorXd reduced_;  // lower^-1 (targets - mean)
  double mean_ = 0;
  double scale_ = 1;  // of the covariance
};

}  // namespace assay
