// Instances of sparse-grid/regression. Two paths of conjugate gradients part by rounding, so that
// no element of alpha has a value to be compared with: a solution is judged by what it is for.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "sparse_grid/library/judgement.hpp"
#include "sparse_grid/library/regression.hpp"
#include "sparse_grid/problem/arguments.hpp"
#include "sparse_grid/problem/grid_instance.hpp"
#include "sparse_grid/problem/instance.hpp"

namespace sparse_grid {
namespace {

using assay::sdk::dense_tensor;
using assay::sdk::Fact;
using assay::sdk::Finding;

// What the CPU's own solution may cost: non-zero basis functions met in all of its iterations.
// About a minute on two cores.
constexpr double most_evaluations = 3e10;
constexpr double least_data_points = 1000;
constexpr std::size_t rows_memory = std::size_t{2} << 30;  // bytes, for rows of B

// What others are set beside: the same iteration in double.
struct CpuSolution {
  std::size_t data_points;  // that it learnt from: all, or as many of them as it could afford
  double residual;          // the largest |residual| / |B y| of the second half of the iterations
  double test_error;        // mean squared error on the held-out points
  double half_test_error;   // the same after half of the iterations
};

// Every so many-th, so that `count` of them spread evenly over all.
template <class T>
std::vector<double> spread(std::span<const T> rows, std::size_t width, std::size_t count) {
  const std::size_t all = rows.size() / width;
  std::vector<double> chosen;
  chosen.reserve(count * width);
  for (std::size_t m = 0; m < count; ++m) {
    const auto row = rows.subspan(m * all / count * width, width);
    chosen.insert(chosen.end(), row.begin(), row.end());
  }
  return chosen;
}

template <class T>
class RegressionInstance final : public GridInstance<T> {
 public:
  RegressionInstance(const assay::sdk::Host& host, Workload workload,
                     const RegressionArguments& arguments)
      : GridInstance<T>(host, workload),
        host_(host),
        tree_(this->grid_),
        targets_(rounded<T>(std::move(workload.samples.targets))),
        held_out_points_(rounded<T>(std::move(workload.held_out.points))),
        held_out_targets_(rounded<T>(std::move(workload.held_out.targets))),
        lambda_(arguments.lambda),
        iterations_(static_cast<std::uint32_t>(arguments.cg_iterations)),
        epsilon_(arguments.epsilon) {
    inputs_ = this->common_inputs();
    inputs_.push_back(dense_tensor("targets", {inputs_[0].shape[0]}, targets_.data()));
    inputs_.push_back(dense_tensor("lambda", {1}, &lambda_));
    inputs_.push_back(dense_tensor("iterations", {1}, &iterations_));
    inputs_.push_back(dense_tensor("epsilon", {1}, &epsilon_));
    outputs_ = {dense_tensor<T>("surpluses", {inputs_[1].shape[0]}, nullptr)};
  }

  [[nodiscard]] std::span<const assay_tensor> inputs() const override { return inputs_; }
  [[nodiscard]] std::span<const assay_tensor> outputs() const override { return outputs_; }

  // B y and, in each iteration, both products, which share their hats. With an epsilon nothing but
  // the first iteration is certain.
  [[nodiscard]] assay_work work() const override {
    assay_work work = GridInstance<T>::work();
    const double iterations = epsilon_ > 0 ? 1 : iterations_;
    work.flops += iterations * (2 * this->product_flops() + this->hat_flops());
    return work;
  }

  [[nodiscard]] std::vector<Fact> facts() const override {
    auto facts = GridInstance<T>::facts();
    facts.push_back({"test_points", static_cast<double>(held_out_targets_.size())});
    return facts;
  }

  std::span<const assay_expectation> reference() override {
    if (!cpu_) cpu_ = solve_on_cpu();
    return {};
  }

  Finding check(std::span<const assay_tensor> outputs) override {
    const auto given = assay::sdk::elements<const T>(assay::sdk::find_tensor(outputs, "surpluses"));
    const auto strange = std::ranges::find_if_not(given, [](T x) { return std::isfinite(x); });
    if (strange != given.end()) {
      return {std::numeric_limits<double>::infinity(),
              fmt::format("surplus {} is {}", strange - given.begin(), *strange)};
    }
    static_cast<void>(reference());
    const std::vector<double> surpluses(given.begin(), given.end());
    const Judgement found = judge(tree_, training(), lambda_, surpluses);
    const double test_error = mean_squared_error(tree_, held_out(), surpluses);
    host_.trial_fact("residual", right_norm_ > 0 ? found.residual / right_norm_ : found.residual);
    host_.trial_fact("train_mse", found.squared_error);
    host_.trial_fact("test_mse", test_error);
    host_.trial_fact("cpu_test_mse", cpu_->test_error);
    host_.trial_fact("cpu_data_points", static_cast<double>(cpu_->data_points));
    const Finding residual = judge_residual(found);
    const Finding error = judge_test_error(test_error);
    return residual.error > error.error ? residual : error;
  }

 private:
  [[nodiscard]] Labelled<T> training() const {
    return {this->data_, targets_, this->grid_.dimensions()};
  }
  [[nodiscard]] Labelled<T> held_out() const {
    return {held_out_points_, held_out_targets_, this->grid_.dimensions()};
  }

  [[nodiscard]] CpuSolution solve_on_cpu() {
    const std::vector<double> zero(this->grid_.size());
    right_norm_ = judge(tree_, training(), 0, zero).residual;
    mean_square_ = mean_squared_error(tree_, held_out(), zero);
    const double all = this->data_points();
    const double affordable =
        all * most_evaluations / (this->nonzero_evaluations_ * (iterations_ + 1.0) + 1);
    const auto count =
        static_cast<std::size_t>(std::min(all, std::max(affordable, least_data_points)));
    const auto points = spread<T>(this->data_, this->grid_.dimensions(), count);
    const auto targets = spread<T>(targets_, 1, count);
    CpuSolution result{count, 0, 0, 0};
    std::vector<double> halfway;
    const auto note = [&](std::size_t iteration, double residual,
                          const std::vector<double>& surpluses) {
      if (iteration < (iterations_ + 1) / 2) return;
      result.residual = std::max(result.residual, residual);
      if (halfway.empty()) halfway = surpluses;
    };
    const Regression solution = solve(BasisRows(this->grid_, points, rows_memory), targets,
                                      {lambda_, iterations_, epsilon_}, {}, note);
    result.test_error = mean_squared_error(tree_, held_out(), solution.surpluses);
    result.half_test_error = result.test_error;
    if (halfway.empty()) {  // it did not take half of the iterations
      result.residual = solution.residual;
    } else {
      result.half_test_error = mean_squared_error(tree_, held_out(), halfway);
    }
    return result;
  }

  // In finite precision the iteration lags behind, and the more so the less precise it is: at least
  // it gets where the CPU's was after half as many iterations, as far as rounding lets it. Of that
  // the magnitude of all terms tells, times the roundings that each meets: sums of random roundings
  // grow with the square root of their length (Higham, Mary 2019).
  [[nodiscard]] Finding judge_residual(const Judgement& found) const {
    const double roundings = 2 * std::sqrt(this->data_points()) +
                             this->nonzero_evaluations_ / this->data_points() +
                             2 * this->dimensions();
    const double allowed = 2 * std::max(cpu_->residual, epsilon_) * right_norm_ +
                           4 * roundings * this->unit_roundoff * found.magnitude;
    if (found.residual <= allowed) return {allowed > 0 ? found.residual / allowed : 0};
    return {found.residual / allowed,
            fmt::format("|B y - (B B^T + m lambda I) alpha| / |B y| is {:.3g}; {:.3g} is allowed, "
                        "for the CPU's reached {:.3g} in half the iterations",
                        found.residual / right_norm_, allowed / right_norm_, cpu_->residual)};
  }

  // No more than one in a hundred above the CPU's, at the end or after half of the iterations.
  [[nodiscard]] Finding judge_test_error(double error) const {
    const double worse = std::max(cpu_->test_error, cpu_->half_test_error);
    const double margin = 0.01 * worse + 64 * this->unit_roundoff * mean_square_;
    const double excess = std::max(0.0, error - worse);
    if (excess <= margin) return {margin > 0 ? excess / margin : 0};
    return {excess / margin,
            fmt::format("the mean squared error on the {} held-out points is {:.6g}; that of the "
                        "CPU's solution from {} points is {:.6g}, {:.6g} after half of the "
                        "iterations",
                        held_out_targets_.size(), error, cpu_->data_points, cpu_->test_error,
                        cpu_->half_test_error)};
  }

  assay::sdk::Host host_;
  BasisTree tree_;
  std::vector<T> targets_;
  std::vector<T> held_out_points_;
  std::vector<T> held_out_targets_;
  double lambda_;
  std::uint32_t iterations_;
  double epsilon_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
  std::optional<CpuSolution> cpu_;
  double right_norm_ = 0;   // |B y| of all data points, known with cpu_
  double mean_square_ = 0;  // of the held-out targets, likewise
};

}  // namespace

std::unique_ptr<assay::sdk::Instance> create_regression(const assay::sdk::Host& host,
                                                        const assay::sdk::Bindings& bound) {
  const RegressionArguments arguments(bound);
  Workload workload = load_regression(host, arguments);
  if (arguments.precision == "float") {
    return std::make_unique<RegressionInstance<float>>(host, std::move(workload), arguments);
  }
  return std::make_unique<RegressionInstance<double>>(host, std::move(workload), arguments);
}

}  // namespace sparse_grid
