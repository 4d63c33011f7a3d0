// Instances of sparse-grid/regression.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "assay/saved_state.hpp"
#include "sparse_grid/library/regression.hpp"
#include "sparse_grid/problem/arguments.hpp"
#include "sparse_grid/problem/grid_instance.hpp"
#include "sparse_grid/problem/instance.hpp"
#include "sparse_grid/problem/regression_check.hpp"

namespace sparse_grid {
namespace {

using assay::sdk::dense_tensor;
using assay::sdk::Fact;
using assay::sdk::Finding;

// The limit on the cost of the CPU's own solution: non-zero basis functions met in all of its
// iterations. This takes about a minute on two cores.
constexpr double most_evaluations = 3e10;
constexpr double least_data_points = 1000;
constexpr std::size_t rows_memory = std::size_t{2} << 30;  // bytes, for rows of B

// Selects `count` rows that are spread evenly over all.
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

  // The work of B y and, in each iteration, of both products, which share their hats. With an
  // epsilon only the first iteration is certain.
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
    static_cast<void>(reference());
    return RegressionCheck<T>(host_, tree_, training(), held_out(), judged_by()).check(outputs);
  }

  std::vector<std::byte> save_check() override {
    assay::sdk::SavedStateWriter state;
    state.add(held_out_points_).add(held_out_targets_).add_one(judged_by());
    return std::move(state).bytes();
  }

 private:
  [[nodiscard]] Labelled<T> training() const {
    return {this->data_, targets_, this->grid_.dimensions()};
  }
  [[nodiscard]] Labelled<T> held_out() const {
    return {held_out_points_, held_out_targets_, this->grid_.dimensions()};
  }

  [[nodiscard]] JudgedBy judged_by() const {
    return {*cpu_, right_norm_, mean_square_, this->nonzero_evaluations_, lambda_, epsilon_};
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
    if (halfway.empty()) {  // it took less than half of the iterations
      result.residual = solution.residual;
    } else {
      result.half_test_error = mean_squared_error(tree_, held_out(), halfway);
    }
    return result;
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
  double mean_square_ = 0;  // of the held-out targets, known with cpu_
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

std::unique_ptr<assay::sdk::Check> restore_regression_check(const assay::sdk::Host& host,
                                                            const assay::sdk::Bindings& bound,
                                                            const assay::sdk::SavedCheck& saved) {
  if (bound.text("precision") == "float") {
    return std::make_unique<RestoredRegressionCheck<float>>(host, saved);
  }
  return std::make_unique<RestoredRegressionCheck<double>>(host, saved);
}

}  // namespace sparse_grid
