// recursive.cpu: the descent as a variant of both problems.
#include <memory>
#include <vector>

#include "assay/plugin.hpp"
#include "sparse_grid/recursive/descent.hpp"

namespace sparse_grid::recursive {
namespace {

using assay::sdk::elements;
using assay::sdk::Phase;
using assay::sdk::Task;
using assay::sdk::Trial;

Grid grid_of(const Task& task) {
  const auto dimensions = static_cast<std::size_t>(task.input("levels").shape[1]);
  return Grid::from_points(dimensions, elements<const std::uint32_t>(task.input("levels")),
                           elements<const std::uint32_t>(task.input("indices")));
}

template <class T>
class RecursiveTrial : public Trial {
 public:
  explicit RecursiveTrial(const Task& task)
      : host_(task.host()),
        descent_(grid_of(task), task.configuration().text("node_order") == "depth-first"
                                    ? NodeOrder::depth_first
                                    : NodeOrder::insertion),
        sharing_{static_cast<int>(assay::sdk::threads_of(task)),
                 static_cast<std::size_t>(task.configuration().integer("chunk"))},
        data_(elements<const T>(task.input("data"))) {}

 protected:
  assay::sdk::Host host_;
  Descent<T> descent_;
  typename Descent<T>::Sharing sharing_;
  std::span<const T> data_;
};

template <class T>
class MultiEval final : public RecursiveTrial<T> {
 public:
  explicit MultiEval(const Task& task)
      : RecursiveTrial<T>(task),
        surpluses_(elements<const T>(task.input("surpluses"))),
        values_(elements<T>(task.output("values"))),
        arranged_(surpluses_.size()) {}

  void run() override {
    {
      const Phase phase(this->host_, "arrange");
      this->descent_.arrange(surpluses_, arranged_);
    }
    const Phase phase(this->host_, "kernel");
    this->descent_.multi_eval(this->data_, arranged_, values_, this->sharing_);
  }

 private:
  std::span<const T> surpluses_;
  std::span<T> values_;
  std::vector<T> arranged_;
};

template <class T>
class MultiEvalTransposed final : public RecursiveTrial<T> {
 public:
  explicit MultiEvalTransposed(const Task& task)
      : RecursiveTrial<T>(task),
        weights_(elements<const T>(task.input("weights"))),
        sums_(elements<T>(task.output("sums"))),
        accumulators_(sums_.size() * static_cast<std::size_t>(this->sharing_.threads)) {}

  void run() override {
    {
      const Phase phase(this->host_, "kernel");
      this->descent_.accumulate(this->data_, weights_, accumulators_, this->sharing_);
    }
    const Phase phase(this->host_, "collect");
    this->descent_.collect(accumulators_, sums_, this->sharing_.threads);
  }

 private:
  std::span<const T> weights_;
  std::span<T> sums_;
  std::vector<T> accumulators_;
};

template <template <class> class Kind>
std::unique_ptr<Trial> prepare(const Task& task) {
  if (task.input("data").element == ASSAY_F32) return std::make_unique<Kind<float>>(task);
  return std::make_unique<Kind<double>>(task);
}

assay::sdk::VariantDescription description(const char* problem) {
  return {
      .name = "recursive.cpu",
      .problem = problem,
      .doc = "Descends through the tree of grid points, data point by data point.",
      .backend = ASSAY_CPU,
      .parameters =
          {assay::sdk::threads_parameter(),
           {"chunk", "Data points that a thread takes at a time.", {64, 256, 1024, 4096}, 256},
           {"node_order", "Order of the tree's nodes in memory.", {"depth-first", "insertion"}}},
      .constraints = {assay::sdk::threads_constraint()},
      .prepare = nullptr};
}

void describe(assay::sdk::Plugin& plugin) {
  auto multi_eval = description("sparse-grid/multi-eval");
  multi_eval.prepare = prepare<MultiEval>;
  plugin.variant(std::move(multi_eval));
  auto transposed = description("sparse-grid/multi-eval-transposed");
  transposed.prepare = prepare<MultiEvalTransposed>;
  plugin.variant(std::move(transposed));
}

}  // namespace
}  // namespace sparse_grid::recursive

ASSAY_PLUGIN("sparse-grid-recursive", "0.1.0", sparse_grid::recursive::describe)
