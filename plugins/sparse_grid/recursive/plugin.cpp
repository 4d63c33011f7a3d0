// recursive.cpu: the descent as a variant of all three problems.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "assay/plugin.hpp"
#include "sparse_grid/library/host_variants.hpp"
#include "sparse_grid/library/regression_trial.hpp"
#include "sparse_grid/library/tensors.hpp"
#include "sparse_grid/recursive/descent.hpp"

namespace sparse_grid::recursive {
namespace {

using assay::sdk::elements;
using assay::sdk::Phase;
using assay::sdk::Task;
using assay::sdk::Trial;

Grid grid_of(const Task& task) {
  return Grid::from_points(read_shapes(task).dimensions,
                           elements<const std::uint32_t>(task.input("levels")),
                           elements<const std::uint32_t>(task.input("indices")));
}

// The data that a configuration prepares from the inputs.
template <class T>
struct Prepared {
  explicit Prepared(const Task& task)
      : descent(grid_of(task), task.configuration().text("node_order") == "depth-first"
                                   ? NodeOrder::depth_first
                                   : NodeOrder::insertion),
        sharing{static_cast<int>(assay::sdk::threads_of(task)),
                static_cast<std::size_t>(task.configuration().integer("chunk"))},
        data(elements<const T>(task.input("data"))) {}

  [[nodiscard]] std::vector<T> accumulators() const {
    return std::vector<T>(descent.size() * static_cast<std::size_t>(sharing.threads));
  }

  Descent<T> descent;
  typename Descent<T>::Sharing sharing;
  std::span<const T> data;
};

template <class T>
class MultiEval final : public Trial {
 public:
  explicit MultiEval(const Task& task)
      : host_(task.host()),
        prepared_(task),
        tensors_(task, Operation::multi_eval),
        arranged_(tensors_.operand.size()) {}

  void run() override {
    {
      const Phase phase(host_, "arrange");
      prepared_.descent.arrange(tensors_.operand, arranged_);
    }
    const Phase phase(host_, "kernel");
    prepared_.descent.multi_eval(prepared_.data, arranged_, tensors_.result, prepared_.sharing);
  }

 private:
  assay::sdk::Host host_;
  Prepared<T> prepared_;
  OperationTensors<T> tensors_;
  std::vector<T> arranged_;
};

template <class T>
class MultiEvalTransposed final : public Trial {
 public:
  explicit MultiEvalTransposed(const Task& task)
      : host_(task.host()),
        prepared_(task),
        tensors_(task, Operation::multi_eval_transposed),
        accumulators_(prepared_.accumulators()) {}

  void run() override {
    {
      const Phase phase(host_, "kernel");
      prepared_.descent.accumulate(prepared_.data, tensors_.operand, accumulators_,
                                   prepared_.sharing);
    }
    const Phase phase(host_, "collect");
    prepared_.descent.collect(accumulators_, tensors_.result, prepared_.sharing.threads);
  }

 private:
  assay::sdk::Host host_;
  Prepared<T> prepared_;
  OperationTensors<T> tensors_;
  std::vector<T> accumulators_;
};

// Both products, as a regression requires them.
template <class T>
class Products {
 public:
  explicit Products(const Task& task)
      : prepared_(task),
        arranged_(prepared_.descent.size()),
        accumulators_(prepared_.accumulators()) {}

  void evaluate(std::span<const T> surpluses, std::span<T> values) {
    prepared_.descent.arrange(surpluses, arranged_);
    prepared_.descent.multi_eval(prepared_.data, arranged_, values, prepared_.sharing);
  }
  void accumulate(std::span<const T> weights, std::span<T> sums) {
    prepared_.descent.accumulate(prepared_.data, weights, accumulators_, prepared_.sharing);
    prepared_.descent.collect(accumulators_, sums, prepared_.sharing.threads);
  }

 private:
  Prepared<T> prepared_;
  std::vector<T> arranged_;
  std::vector<T> accumulators_;
};

template <class T>
using Regression = RegressionTrial<T, Products<T>>;

assay::sdk::VariantDescription description() {
  return {
      .name = "recursive.cpu",
      .problem = {},
      .doc = "Descends the tree of grid points, one data point after the other.",
      .backend = ASSAY_CPU,
      .parameters =
          {assay::sdk::threads_parameter(),
           {"chunk", "Data points that a thread takes at a time.", {64, 256, 1024, 4096}, 256},
           {"node_order", "Order of the tree's nodes in memory.", {"depth-first", "insertion"}}},
      .constraints = {assay::sdk::threads_constraint()},
      .prepare = nullptr};
}

void describe(assay::sdk::Plugin& plugin) {
  add_variants<MultiEval, MultiEvalTransposed, Regression>(plugin, description());
}

}  // namespace
}  // namespace sparse_grid::recursive

ASSAY_PLUGIN("sparse-grid-recursive", "0.1.0", sparse_grid::recursive::describe)
