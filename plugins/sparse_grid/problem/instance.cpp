#include "sparse_grid/problem/instance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "sparse_grid/library/random.hpp"
#include "sparse_grid/library/subspaces.hpp"
#include "sparse_grid/problem/arguments.hpp"
#include "sparse_grid/problem/reference.hpp"
#include "sparse_grid/problem/workload.hpp"

namespace sparse_grid {
namespace {

using assay::sdk::dense_tensor;
using assay::sdk::Fact;

template <class T>
std::vector<T> rounded(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

// What both problems share. T is the precision of the tensors.
template <class T>
class GridInstance : public assay::sdk::Instance {
 public:
  GridInstance(Grid grid, const Samples& samples, std::vector<Fact> origin_facts)
      : grid_(std::move(grid)),
        statistics_(statistics(grid_)),
        data_(rounded<T>(samples.points)),
        nonzero_evaluations_(static_cast<double>(
            Reference(grid_).count_nonzero(std::vector<double>(data_.begin(), data_.end())))),
        origin_facts_(std::move(origin_facts)) {}

  // Useful work, whatever the algorithm: each basis function that is not zero at a data point joins
  // the result by a multiplication and an addition (its factors being shared with others, as in
  // Horner's scheme over the tree of subspaces), and each coordinate meets one hat a level: 2^l x -
  // i (2 flops) and 1 - |t| (1). Each array but the look-up structures moves once.
  [[nodiscard]] assay_work work() const override {
    const double values = data_points() * (dimensions() + 1) + statistics_.points;
    return {.flops = 2 * nonzero_evaluations_ + 3 * data_points() * levels_of_all_dimensions(),
            .bytes = values * sizeof(T),
            .element = assay::sdk::element_of<T>};
  }

  [[nodiscard]] std::vector<Fact> facts() const override {
    const double streamed = data_points() * statistics_.points * dimensions();
    std::vector<Fact> facts{
        {"data_points", data_points()},
        {"dimensions", dimensions()},
        {"grid_points", statistics_.points},
        {"full_points", statistics_.full_points},
        {"subgrids", statistics_.subgrids},
        {"utilisation", statistics_.average_utilisation},
        {"points_per_subgrid", statistics_.average_points},
        {"largest_subgrid_used", statistics_.largest_by_used.used},
        {"largest_subgrid_full", statistics_.largest_by_full.full},
        {"max_level", static_cast<double>(statistics_.deepest_level)},
        {"nonzero_evaluations", nonzero_evaluations_},
        // The other count of the literature: every basis function at every data point, and six
        // operations for each one-dimensional hat.
        {"streaming_hat_evaluations", streamed},
        {"streaming_flops", 6 * streamed, "flop"},
    };
    facts.insert(facts.end(), origin_facts_.begin(), origin_facts_.end());
    return facts;
  }

 protected:
  [[nodiscard]] double data_points() const {
    return static_cast<double>(data_.size()) / dimensions();
  }
  [[nodiscard]] double dimensions() const { return static_cast<double>(grid_.dimensions()); }

  // Sum over the dimensions of the highest level in each.
  [[nodiscard]] double levels_of_all_dimensions() const {
    const auto levels = grid_.levels();
    const std::size_t d = grid_.dimensions();
    std::vector<std::uint32_t> highest(d, 0);
    for (std::size_t at = 0; at < levels.size(); ++at) {
      highest[at % d] = std::max(highest[at % d], levels[at]);
    }
    return std::accumulate(highest.begin(), highest.end(), 0.0);
  }

  // data, levels, indices: the inputs that both problems begin with.
  [[nodiscard]] std::vector<assay_tensor> common_inputs() const {
    const auto d = static_cast<std::int64_t>(grid_.dimensions());
    const auto n = static_cast<std::int64_t>(grid_.size());
    const auto m = static_cast<std::int64_t>(data_.size()) / d;
    return {dense_tensor("data", {m, d}, data_.data()),
            dense_tensor("levels", {n, d}, grid_.levels().data()),
            dense_tensor("indices", {n, d}, grid_.indices().data())};
  }

  static constexpr double unit_roundoff = std::numeric_limits<T>::epsilon() / 2.0;

  Grid grid_;
  GridStatistics statistics_;
  std::vector<T> data_;
  double nonzero_evaluations_;
  std::vector<Fact> origin_facts_;
  std::vector<double> reference_values_;
  std::vector<assay_expectation> expectations_;
};

template <class T>
class MultiEval final : public GridInstance<T> {
 public:
  explicit MultiEval(Workload workload)
      : GridInstance<T>(std::move(workload.fit.grid), workload.samples, std::move(workload.facts)),
        surpluses_(rounded<T>(workload.fit.surpluses)) {
    inputs_ = this->common_inputs();
    const auto n = static_cast<std::int64_t>(surpluses_.size());
    inputs_.push_back(dense_tensor("surpluses", {n}, surpluses_.data()));
    outputs_ = {dense_tensor<T>("values", {inputs_[0].shape[0]}, nullptr)};
  }

  [[nodiscard]] std::span<const assay_tensor> inputs() const override { return inputs_; }
  [[nodiscard]] std::span<const assay_tensor> outputs() const override { return outputs_; }

  // Summing n terms in any order errs by up to n u sum|terms|, computing a term by up to 2 d u of
  // it and u of its slack (see ReferenceResult); the factor 2 leaves room for the reference's own
  // errors, which are of the same size in double, and for terms of second order.
  std::span<const assay_expectation> reference() override {
    if (!this->expectations_.empty()) return this->expectations_;
    const std::vector<double> data(this->data_.begin(), this->data_.end());
    const std::vector<double> surpluses(surpluses_.begin(), surpluses_.end());
    ReferenceResult result = Reference(this->grid_).multi_eval(data, surpluses);
    const double terms = static_cast<double>(result.most_terms) + 2 * this->dimensions();
    const double absolute = 2 * this->unit_roundoff * (terms * result.magnitude + result.slack);
    this->reference_values_ = std::move(result.values);
    this->expectations_ = {
        {dense_tensor("values", {outputs_[0].shape[0]}, this->reference_values_.data()), absolute,
         0}};
    return this->expectations_;
  }

 private:
  std::vector<T> surpluses_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
};

// Weights of 0.5 to 1.5: large enough that no data point may go missing, and positive, so that no
// sum cancels and a relative tolerance fits the short sums of fine points as well as the long ones.
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
  MultiEvalTransposed(Workload workload, std::uint64_t seed)
      : GridInstance<T>(std::move(workload.fit.grid), workload.samples, std::move(workload.facts)),
        weights_(random_weights<T>(this->data_.size() / this->grid_.dimensions(), seed)) {
    inputs_ = this->common_inputs();
    inputs_.push_back(dense_tensor("weights", {inputs_[0].shape[0]}, weights_.data()));
    outputs_ = {dense_tensor<T>("sums", {inputs_[1].shape[0]}, nullptr)};
  }

  [[nodiscard]] std::span<const assay_tensor> inputs() const override { return inputs_; }
  [[nodiscard]] std::span<const assay_tensor> outputs() const override { return outputs_; }

  // As for MultiEval, but the sums are as long as the data: there the bound n u is far too wide,
  // and 8 sqrt(n) u, which rounding errors of random sign exceed with a probability below 1e-13
  // (Higham, Mary 2019), takes its place. All terms are positive, so sum|terms| is the result.
  std::span<const assay_expectation> reference() override {
    if (!this->expectations_.empty()) return this->expectations_;
    const std::vector<double> data(this->data_.begin(), this->data_.end());
    const std::vector<double> weights(weights_.begin(), weights_.end());
    ReferenceResult result = Reference(this->grid_).multi_eval_transposed(data, weights);
    const double n = static_cast<double>(result.most_terms);
    const double terms = std::min(n, 8 * std::sqrt(n)) + 2 * this->dimensions();
    const double doubled = 2 * this->unit_roundoff;
    this->reference_values_ = std::move(result.values);
    this->expectations_ = {
        {dense_tensor("sums", {outputs_[0].shape[0]}, this->reference_values_.data()),
         doubled * result.slack, doubled * terms}};
    return this->expectations_;
  }

 private:
  std::vector<T> weights_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
};

}  // namespace

std::unique_ptr<assay::sdk::Instance> create_multi_eval(const assay::sdk::Host& host,
                                                        const assay::sdk::Bindings& bound) {
  const Arguments arguments(bound);
  Workload workload = load_workload(host, arguments);
  if (arguments.precision == "float") {
    return std::make_unique<MultiEval<float>>(std::move(workload));
  }
  return std::make_unique<MultiEval<double>>(std::move(workload));
}

std::unique_ptr<assay::sdk::Instance> create_multi_eval_transposed(
    const assay::sdk::Host& host, const assay::sdk::Bindings& bound) {
  const Arguments arguments(bound);
  Workload workload = load_workload(host, arguments);
  if (arguments.precision == "float") {
    return std::make_unique<MultiEvalTransposed<float>>(std::move(workload), arguments.seed);
  }
  return std::make_unique<MultiEvalTransposed<double>>(std::move(workload), arguments.seed);
}

}  // namespace sparse_grid
