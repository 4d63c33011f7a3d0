#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <Eigen/Core>

namespace assay {

// Gaussian process regression over configurations (Rasmussen, Williams 2006, algorithm 2.1), for a
// few hundred observations. Each parameter j has a factor of the covariance,
//
//   (1 - w) M(|x_j - y_j| / l_j) + w [x_j = y_j],
//
// with M the Matern function of order 5/2: near values of a parameter behave alike, and each value
// may have something of its own (a multiple of the warp, a bank conflict). Length scales l, the
// share w and the noise are those of greatest marginal likelihood under weak priors; the scale of
// the covariance follows from them in closed form.
class GaussianProcess {
 public:
  using Point = std::vector<std::uint32_t>;  // a value index per parameter

  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  struct Prediction {
    double mean;
    double deviation;  // standard deviation, without noise
  };

  // coordinates[j][v]: the place of value v of parameter j, 0 to 1.
  explicit GaussianProcess(std::vector<std::vector<double>> coordinates);

  // Forgets all observations but keeps what was learnt of the covariance; then learns more of it if
  // told so. O(points^3), some twenty times that where it learns.
  void fit(std::vector<Point> points, const std::vector<double>& targets, bool learn);
  // One more observation, O(points^2).
  void add(const Point& point, double target);
  // Another target for an observation, by its number in order of arrival.
  void replace(std::size_t observation, double target);

  [[nodiscard]] std::size_t size() const { return points_.size(); }
  [[nodiscard]] Prediction predict(const Point& point) const;

  // Predictions for many points that stay the same while observations arrive: a row for each
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
  void build_tables();
  void append(const Point& point);
  void solve();
  void reduce(Eigen::VectorXd& values) const;
  void learn();
  [[nodiscard]] Eigen::VectorXd row_of(const Point& point) const;
  [[nodiscard]] double covariance(const Point& a, const Point& b) const;
  [[nodiscard]] double loss(Eigen::VectorXd& gradient) const;
  void extend(Candidates& candidates) const;

  std::vector<std::vector<double>> coordinates_;
  Eigen::VectorXd theta_;  // logarithms of lengths, then of the noise, then the logit of w
  std::vector<Eigen::MatrixXd> factors_;    // [parameter](value, value)
  std::vector<Eigen::MatrixXd> by_length_;  // their derivatives, over the factor itself
  std::vector<Eigen::MatrixXd> by_equality_;
  std::vector<Point> points_;
  std::vector<double> targets_;
  RowMajor lower_;           // Cholesky factor, [capacity][capacity], the first size() in use
  Eigen::VectorXd reduced_;  // lower^-1 (targets - mean)
  double mean_ = 0;
  double scale_ = 1;  // of the covariance
};

}  // namespace assay
