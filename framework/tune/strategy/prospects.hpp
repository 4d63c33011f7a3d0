#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "framework/tune/strategy/axes.hpp"
#include "framework/tune/strategy/gaussian_process.hpp"

namespace assay {

// A quantity of trials other than their objective, learned by a Gaussian process of its own.
class SideModel {
 public:
  using Point = GaussianProcess::Point;

  explicit SideModel(std::vector<Axis> axes) : process_(std::move(axes)) {}

  void add(const Point& point, double value);
  // The number of different values so far, 2 at most: before there are two, nothing can be learned.
  [[nodiscard]] std::size_t different() const { return different_; }
  // The values expected of the points, which are the same ones until forget_points().
  [[nodiscard]] const Eigen::RowVectorXd& expected(const std::vector<Point>& points);
  void forget_points() { candidates_.reset(); }
  // The value expected of one more point.
  [[nodiscard]] double expected(const Point& point);

 private:
  void learn();

  GaussianProcess process_;
  GaussianProcess::Candidates candidates_;
  std::vector<Point> points_;
  std::vector<double> values_;
  std::size_t different_ = 0;
  double next_learning_ = 0;
  Eigen::RowVectorXd means_;
};

// What a trial is worth beside what its objective may improve: whether it is likely to succeed, and
// how long it keeps others waiting. Both differ by orders of magnitude between configurations of
// one kernel; unrolling makes some compile for a second and others for twenty, to end with too many
// registers.
class Prospects {
 public:
  using Point = GaussianProcess::Point;

  explicit Prospects(const std::vector<Axis>& axes) : successes_(axes), logarithms_(axes) {}

  // Takes in a trial. `seconds`, if they are known, are those by which the search would have ended
  // sooner without the trial; above 0.
  void add(const Point& point, bool succeeded, std::optional<double> seconds);
  // Takes in that a trial was given up, for now, after so many seconds.
  void add_unfinished(const Point& point, double seconds);
  // The probabilities of the points to succeed, 1 where nothing is known, and their seconds, 1
  // where nothing is known: what an improvement that is expected of them is to be multiplied with,
  // and to be divided by. The points are the same ones until forget_points().
  [[nodiscard]] Eigen::RowVectorXd probabilities(const std::vector<Point>& points);
  [[nodiscard]] Eigen::RowVectorXd seconds(const std::vector<Point>& points);
  void forget_points();
  // The seconds of one more point; nothing as long as nothing is known.
  [[nodiscard]] std::optional<double> seconds(const Point& point);

 private:
  SideModel successes_;   // 1 or 0
  SideModel logarithms_;  // of seconds
};

}  // namespace assay
