// The check of solutions of sparse-grid/regression. Two runs of conjugate gradients diverge by
// rounding, so that no element of alpha has a value to compare with: a solution is judged by its
// purpose.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "assay/plugin.hpp"
#include "assay/saved_state.hpp"
#include "sparse_grid/library/grid.hpp"
#include "sparse_grid/library/judgement.hpp"

namespace sparse_grid {

// The solution to compare with: the same iteration in double, on the CPU.
struct CpuSolution {
  std::size_t data_points;  // learnt from: all, or as many as were affordable
  double residual;          // greatest |residual| / |B y| in the second half of the iterations
  double test_error;        // mean squared error on the held-out points
  double half_test_error;   // mean squared error after half of the iterations
};

// The criteria by which solutions are judged, in addition to the data.
struct JudgedBy {
  CpuSolution cpu;
  double right_norm;   // |B y| of all data points
  double mean_square;  // of the held-out targets
  double nonzero_evaluations;
  double lambda;
  double epsilon;
};

// Judges solutions. Borrows tree and data.
template <class T>
class RegressionCheck final : public assay::sdk::Check {
 public:
  RegressionCheck(const assay::sdk::Host& host, const BasisTree& tree, const Labelled<T>& training,
                  const Labelled<T>& held_out, const JudgedBy& by)
      : host_(host), tree_(tree), training_(training), held_out_(held_out), by_(by) {}

  assay::sdk::Finding check(std::span<const assay_tensor> outputs) override {
    const auto given = assay::sdk::elements<const T>(assay::sdk::find_tensor(outputs, "surpluses"));
    const auto strange = std::ranges::find_if_not(given, [](T x) { return std::isfinite(x); });
    if (strange != given.end()) {
      return {std::numeric_limits<double>::infinity(),
              fmt::format("surplus {} is {}", strange - given.begin(), *strange)};
    }
    const std::vector<double> surpluses(given.begin(), given.end());
    const Judgement found = judge(tree_, training_, by_.lambda, surpluses);
    const double test_error = mean_squared_error(tree_, held_out_, surpluses);
    host_.trial_fact("residual",
                     by_.right_norm > 0 ? found.residual / by_.right_norm : found.residual);
    host_.trial_fact("train_mse", found.squared_error);
    host_.trial_fact("test_mse", test_error);
    host_.trial_fact("cpu_test_mse", by_.cpu.test_error);
    host_.trial_fact("cpu_data_points", static_cast<double>(by_.cpu.data_points));
    const assay::sdk::Finding residual = judge_residual(found);
    const assay::sdk::Finding error = judge_test_error(test_error);
    return residual.error > error.error ? residual : error;
  }

 private:
  static constexpr double unit_roundoff = std::numeric_limits<T>::epsilon() / 2.0;

  [[nodiscard]] double data_points() const { return static_cast<double>(training_.size()); }

  // In finite precision the iteration lags behind, the more so the lower the precision: it must at
  // least reach the residual of the CPU's solution after half as many iterations, as far as
  // rounding permits. The effect of rounding is the magnitude of all terms times the number of
  // roundings that each undergoes, where sums of random roundings grow with the square root of
  // their length (Higham, Mary 2019).
  [[nodiscard]] assay::sdk::Finding judge_residual(const Judgement& found) const {
    const double roundings = 2 * std::sqrt(data_points()) +
                             by_.nonzero_evaluations / data_points() +
                             2 * static_cast<double>(training_.dimensions);
    const double allowed = 2 * std::max(by_.cpu.residual, by_.epsilon) * by_.right_norm +
                           4 * roundings * unit_roundoff * found.magnitude;
    if (found.residual <= allowed) return {allowed > 0 ? found.residual / allowed : 0};
    return {
        found.residual / allowed,
        fmt::format("|B y - (B B^T + m lambda I) alpha| / |B y| is {:.3g}, but at most {:.3g} is "
                    "allowed, because the CPU reached {:.3g} in half the iterations",
                    found.residual / by_.right_norm, allowed / by_.right_norm, by_.cpu.residual)};
  }

  // The error may exceed the CPU's, at the end or after half of the iterations, by at most one
  // percent.
  [[nodiscard]] assay::sdk::Finding judge_test_error(double error) const {
    const double worse = std::max(by_.cpu.test_error, by_.cpu.half_test_error);
    const double margin = 0.01 * worse + 64 * unit_roundoff * by_.mean_square;
    const double excess = std::max(0.0, error - worse);
    if (excess <= margin) return {margin > 0 ? excess / margin : 0};
    return {excess / margin,
            fmt::format("the mean squared error on the {} held-out points is {:.6g}; that of the "
                        "CPU's solution from {} points is {:.6g}, {:.6g} after half of the "
                        "iterations",
                        held_out_.size(), error, by_.cpu.data_points, by_.cpu.test_error,
                        by_.cpu.half_test_error)};
  }

  assay::sdk::Host host_;
  const BasisTree& tree_;
  Labelled<T> training_;
  Labelled<T> held_out_;
  JudgedBy by_;
};

// The check in a process that did not create the instance.
template <class T>
class RestoredRegressionCheck final : public assay::sdk::Check {
 public:
  RestoredRegressionCheck(const assay::sdk::Host& host, const assay::sdk::SavedCheck& saved)
      : host_(host), tree_(grid_of(saved.inputs)) {
    const assay_tensor& data = assay::sdk::find_tensor(saved.inputs, "data");
    const auto dimensions = static_cast<std::size_t>(data.shape[1]);
    training_ = {assay::sdk::elements<const T>(data),
                 assay::sdk::elements<const T>(assay::sdk::find_tensor(saved.inputs, "targets")),
                 dimensions};
    assay::sdk::SavedStateReader state(saved.state);
    const auto points = state.next<T>();
    held_out_ = {points, state.next<T>(), dimensions};
    by_ = state.next_one<JudgedBy>();
  }

  assay::sdk::Finding check(std::span<const assay_tensor> outputs) override {
    return RegressionCheck<T>(host_, tree_, training_, held_out_, by_).check(outputs);
  }

 private:
  static Grid grid_of(std::span<const assay_tensor> inputs) {
    const assay_tensor& levels = assay::sdk::find_tensor(inputs, "levels");
    return Grid::from_points(
        static_cast<std::size_t>(levels.shape[1]),
        assay::sdk::elements<const std::uint32_t>(levels),
        assay::sdk::elements<const std::uint32_t>(assay::sdk::find_tensor(inputs, "indices")));
  }

  assay::sdk::Host host_;
  BasisTree tree_;
  Labelled<T> training_{};
  Labelled<T> held_out_{};
  JudgedBy by_{};
};

}  // namespace sparse_grid
