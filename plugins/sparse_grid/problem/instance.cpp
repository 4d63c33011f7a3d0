#include "sparse_grid/problem/instance.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "sparse_grid/library/random.hpp"
#include "sparse_grid/problem/arguments.hpp"
#include "sparse_grid/problem/grid_instance.hpp"
#include "sparse_grid/problem/reference_cache.hpp"

namespace sparse_grid {
namespace {

using assay::sdk::dense_tensor;

template <class T>
class MultiEval final : public GridInstance<T> {
 public:
  MultiEval(const assay::sdk::Host& host, Workload workload)
      : GridInstance<T>(host, workload),
        host_(host),
        surpluses_(rounded<T>(std::move(workload.fit.surpluses))) {
    inputs_ = this->common_inputs();
    const auto n = static_cast<std::int64_t>(surpluses_.size());
    inputs_.push_back(dense_tensor("surpluses", {n}, surpluses_.data()));
    outputs_ = {dense_tensor<T>("values", {inputs_[0].shape[0]}, nullptr)};
  }

  [[nodiscard]] std::span<const assay_tensor> inputs() const override { return inputs_; }
  [[nodiscard]] std::span<const assay_tensor> outputs() const override { return outputs_; }

  // Summing n terms in any order has an error of up to n u sum|terms|; computing a term has an
  // error of up to 2 d u of the term and u of its slack (see ReferenceResult). The factor 2 covers
  // the reference's own errors, which are of the same size in double, and terms of second order.
  std::span<const assay_expectation> reference() override {
    if (!expectations_.empty()) return expectations_;
    const std::vector<double> data(this->data_.begin(), this->data_.end());
    const std::vector<double> surpluses(surpluses_.begin(), surpluses_.end());
    ReferenceResult result =
        cached_product(host_, Product::multi_eval, this->grid_, data, surpluses);
    const double terms = static_cast<double>(result.most_terms) + 2 * this->dimensions();
    const double absolute = 2 * this->unit_roundoff * (terms * result.magnitude + result.slack);
    reference_values_ = std::move(result.values);
    expectations_ = {
        {dense_tensor("values", {outputs_[0].shape[0]}, reference_values_.data()), absolute, 0}};
    return expectations_;
  }

 private:
  assay::sdk::Host host_;
  std::vector<T> surpluses_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
  std::vector<double> reference_values_;
  std::vector<assay_expectation> expectations_;
};

// Weights from 0.5 to 1.5: large enough that no data point may be missing, and positive, so that no
// sum cancels and a relative tolerance suits the short sums of fine points as well as the long
// ones.
template <class T>
std::vector<T> random_weights(std::size_t count, std::uint64_t seed) {
  Random random(seed, 3);
  std::vector<T> weights(count);
  std::ranges::generate(weights, [&] { return static_cast<T>(random.uniform(0.5, 1.5)); });
  return weights;
}

template <class T>
class MultiEvalTransposed final : public GridInstance<T> {
 public:
  MultiEvalTransposed(const assay::sdk::Host& host, Workload workload, std::uint64_t seed)
      : GridInstance<T>(host, workload),
        host_(host),
        weights_(random_weights<T>(this->data_.size() / this->grid_.dimensions(), seed)) {
    inputs_ = this->common_inputs();
    inputs_.push_back(dense_tensor("weights", {inputs_[0].shape[0]}, weights_.data()));
    outputs_ = {dense_tensor<T>("sums", {inputs_[1].shape[0]}, nullptr)};
  }

  [[nodiscard]] std::span<const assay_tensor> inputs() const override { return inputs_; }
  [[nodiscard]] std::span<const assay_tensor> outputs() const override { return outputs_; }

  // The sums are as long as the data, so that MultiEval's bound n u is far too wide. It is replaced
  // by 8 sqrt(n) u, which rounding errors of random sign exceed with a probability below 1e-13
  // (Higham, Mary 2019). All terms are positive, so that sum|terms| is the result.
  std::span<const assay_expectation> reference() override {
    if (!expectations_.empty()) return expectations_;
    const std::vector<double> data(this->data_.begin(), this->data_.end());
    const std::vector<double> weights(weights_.begin(), weights_.end());
    ReferenceResult result =
        cached_product(host_, Product::multi_eval_transposed, this->grid_, data, weights);
    const double n = static_cast<double>(result.most_terms);
    const double terms = std::min(n, 8 * std::sqrt(n)) + 2 * this->dimensions();
    const double doubled = 2 * this->unit_roundoff;
    reference_values_ = std::move(result.values);
    expectations_ = {{dense_tensor("sums", {outputs_[0].shape[0]}, reference_values_.data()),
                      doubled * result.slack, doubled * terms}};
    return expectations_;
  }

 private:
  assay::sdk::Host host_;
  std::vector<T> weights_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
  std::vector<double> reference_values_;
  std::vector<assay_expectation> expectations_;
};

}  // namespace

std::unique_ptr<assay::sdk::Instance> create_multi_eval(const assay::sdk::Host& host,
                                                        const assay::sdk::Bindings& bound) {
  const ProductArguments arguments(bound);
  Workload workload = load_product(host, arguments);
  if (arguments.precision == "float") {
    return std::make_unique<MultiEval<float>>(host, std::move(workload));
  }
  return std::make_unique<MultiEval<double>>(host, std::move(workload));
}

std::unique_ptr<assay::sdk::Instance> create_multi_eval_transposed(
    const assay::sdk::Host& host, const assay::sdk::Bindings& bound) {
  const ProductArguments arguments(bound);
  Workload workload = load_product(host, arguments);
  if (arguments.precision == "float") {
    return std::make_unique<MultiEvalTransposed<float>>(host, std::move(workload), arguments.seed);
  }
  return std::make_unique<MultiEvalTransposed<double>>(host, std::move(workload), arguments.seed);
}

}  // namespace sparse_grid
