// Trials of the family's problems on the host, made from a variant's algorithm.
#pragma once

#include <span>
#include <utility>

#include "assay/plugin.hpp"
#include "sparse_grid/library/operation.hpp"
#include "sparse_grid/library/regression_trial.hpp"
#include "sparse_grid/library/tensors.hpp"

namespace sparse_grid {

// An algorithm is a class template over T, float or double, that makes operators from a task's
// grid, data and configuration:
//
//   explicit Algorithm(const assay::sdk::Task& task)   the task must outlive it
//   Operator make(Operation operation)
//   static constexpr const char* arrange_phase         a trial's name for the step `arrange`
//
// An operator is one operation in three steps, so that a trial can time them separately:
//
//   void arrange(std::span<const T> operand)   reorders what changes between applications
//   void compute()
//   void collect(std::span<T> result)          writes all elements
//
// Operators outlive their algorithm. Those of one algorithm are applied one after another, so that
// they may share data.
template <class Algorithm>
using OperatorOf = decltype(std::declval<Algorithm&>().make(Operation::multi_eval));

// One application between a problem's tensors: phases arrange_phase, "kernel" and "collect".
template <class T, class Algorithm, Operation operation>
class OperationTrial final : public assay::sdk::Trial {
 public:
  // Throws the errors of OperationTensors and of the algorithm.
  explicit OperationTrial(const assay::sdk::Task& task)
      : host_(task.host()), tensors_(task, operation), operator_(Algorithm(task).make(operation)) {}

  void run() override {
    {
      const assay::sdk::Phase phase(host_, Algorithm::arrange_phase);
      operator_.arrange(tensors_.operand);
    }
    {
      const assay::sdk::Phase phase(host_, "kernel");
      operator_.compute();
    }
    const assay::sdk::Phase phase(host_, "collect");
    operator_.collect(tensors_.result);
  }

 private:
  assay::sdk::Host host_;
  OperationTensors<T> tensors_;
  OperatorOf<Algorithm> operator_;
};

// Both operations of one algorithm, as RegressionTrial requires them.
template <class T, class Algorithm>
class OperatorPair {
 public:
  explicit OperatorPair(const assay::sdk::Task& task) : OperatorPair(Algorithm(task)) {}

  void evaluate(std::span<const T> surpluses, std::span<T> values) {
    apply(evaluator_, surpluses, values);
  }
  void accumulate(std::span<const T> weights, std::span<T> sums) {
    apply(accumulator_, weights, sums);
  }

 private:
  using Operator = OperatorOf<Algorithm>;

  explicit OperatorPair(Algorithm&& algorithm)
      : evaluator_(algorithm.make(Operation::multi_eval)),
        accumulator_(algorithm.make(Operation::multi_eval_transposed)) {}

  static void apply(Operator& product, std::span<const T> operand, std::span<T> result) {
    product.arrange(operand);
    product.compute();
    product.collect(result);
  }

  Operator evaluator_;
  Operator accumulator_;
};

// The trials of an algorithm for the three problems, as add_variants requires them.
template <template <class> class Algorithm>
struct TrialsOf {
  template <class T>
  using MultiEval = OperationTrial<T, Algorithm<T>, Operation::multi_eval>;
  template <class T>
  using MultiEvalTransposed = OperationTrial<T, Algorithm<T>, Operation::multi_eval_transposed>;
  template <class T>
  using Regression = RegressionTrial<T, OperatorPair<T, Algorithm<T>>>;
};

}  // namespace sparse_grid
