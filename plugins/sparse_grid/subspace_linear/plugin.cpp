// The variants subspace-linear.cpu of the sparse-grid problems.
#include <assay/plugin.hpp>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sparse_grid/library/memory_limit.hpp"
#include "sparse_grid/library/regression_trial.hpp"
#include "sparse_grid/library/tensors.hpp"
#include "sparse_grid/subspace_linear/evaluator.hpp"

namespace assay::subspace_linear {
namespace {

using ::sparse_grid::coefficients;
using ::sparse_grid::memory_limit;
using ::sparse_grid::read_shapes;
using ::sparse_grid::result;

std::size_t natural(const sdk::Bindings& configuration, const char* name) {
  return static_cast<std::size_t>(configuration.integer(name));
}

Settings settings_of(const sdk::Task& task, const char* compact) {
  const auto& configuration = task.configuration();
  Settings settings;
  settings.simd_bits = natural(configuration, "simd_bits");
  settings.threads = sdk::threads_of(task);
  settings.block_vectors = natural(configuration, "block_vectors");
  settings.points_per_tile = natural(configuration, "points_per_tile");
  settings.compact = natural(configuration, compact);
  settings.skipping = configuration.boolean("skipping");
  settings.memory_limit = memory_limit(task.host());
  return settings;
}

// `compact` names the parameter of that setting, which means another thing to each operator.
template <class T>
std::unique_ptr<Evaluator<T>> make_evaluator(const sdk::Task& task, Operator op,
                                             const char* compact = "compact") {
  const GridView grid{read_shapes(task).dimensions,
                      sdk::elements<const std::uint32_t>(task.input("levels")),
                      sdk::elements<const std::uint32_t>(task.input("indices"))};
  try {
    auto evaluator = std::make_unique<Evaluator<T>>(
        op, grid, std::span<const T>(sdk::elements<const T>(task.input("data"))),
        settings_of(task, compact));
    task.host().trial_fact("table_bytes", static_cast<double>(evaluator->table_bytes()), "B");
    task.host().trial_fact("tiles", static_cast<double>(evaluator->tiles()));
    task.host().trial_fact("lane_occupancy", evaluator->occupancy());
    return evaluator;
  } catch (const TooLarge& error) {
    throw sdk::Error(ASSAY_UNSUPPORTED, error.what());
  } catch (const std::invalid_argument& error) {
    throw sdk::Error(ASSAY_INVALID, error.what());
  }
}

template <class T>
class MultiEval : public sdk::Trial {
 public:
  explicit MultiEval(const sdk::Task& task)
      : host_(task.host()),
        evaluator_(make_evaluator<T>(task, Operator::evaluate)),
        surpluses_(coefficients<T>(task, "surpluses", read_shapes(task).grid_points)),
        values_(result<T>(task, "values", read_shapes(task).data_points)) {}

  void run() override {
    {
      const sdk::Phase phase(host_, "initialise");
      evaluator_->scatter_surpluses(surpluses_);
    }
    {
      const sdk::Phase phase(host_, "kernel");
      evaluator_->evaluate();
    }
    const sdk::Phase phase(host_, "collect");
    evaluator_->collect_values(values_);
  }

 private:
  sdk::Host host_;
  std::unique_ptr<Evaluator<T>> evaluator_;
  std::span<const T> surpluses_;
  std::span<T> values_;
};

template <class T>
class MultiEvalTransposed : public sdk::Trial {
 public:
  explicit MultiEvalTransposed(const sdk::Task& task)
      : host_(task.host()),
        evaluator_(make_evaluator<T>(task, Operator::accumulate)),
        weights_(coefficients<T>(task, "weights", read_shapes(task).data_points)),
        sums_(result<T>(task, "sums", read_shapes(task).grid_points)) {}

  void run() override {
    {
      const sdk::Phase phase(host_, "initialise");
      evaluator_->scatter_weights(weights_);
    }
    {
      const sdk::Phase phase(host_, "kernel");
      evaluator_->accumulate();
    }
    const sdk::Phase phase(host_, "collect");
    evaluator_->collect_sums(sums_);
  }

 private:
  sdk::Host host_;
  std::unique_ptr<Evaluator<T>> evaluator_;
  std::span<const T> weights_;
  std::span<T> sums_;
};

// Both products, for a regression.
template <class T>
class Products {
 public:
  explicit Products(const sdk::Task& task)
      : evaluator_(make_evaluator<T>(task, Operator::evaluate)),
        accumulator_(make_evaluator<T>(task, Operator::accumulate, "compact_sums")) {}

  void evaluate(std::span<const T> surpluses, std::span<T> values) {
    evaluator_->scatter_surpluses(surpluses);
    evaluator_->evaluate();
    evaluator_->collect_values(values);
  }
  void accumulate(std::span<const T> weights, std::span<T> sums) {
    accumulator_->scatter_weights(weights);
    accumulator_->accumulate();
    accumulator_->collect_sums(sums);
  }

 private:
  std::unique_ptr<Evaluator<T>> evaluator_;
  std::unique_ptr<Evaluator<T>> accumulator_;
};

template <class T>
class Regression : public sparse_grid::RegressionTrial<T, Products<T>> {
 public:
  explicit Regression(const sdk::Task& task)
      : sparse_grid::RegressionTrial<T, Products<T>>(task, Products<T>(task)) {}
};

template <template <class> class TrialOf>
std::unique_ptr<sdk::Trial> prepare(const sdk::Task& task) {
  switch (task.input("data").element) {
    case ASSAY_F32:
      return std::make_unique<TrialOf<float>>(task);
    case ASSAY_F64:
      return std::make_unique<TrialOf<double>>(task);
    default:
      throw sdk::Error(ASSAY_UNSUPPORTED, "tensor 'data' is neither float nor double");
  }
}

std::vector<sdk::Parameter> parameters(std::vector<sdk::Parameter> compact) {
  std::vector<sdk::Parameter> all{
      sdk::simd_bits_parameter(),
      sdk::threads_parameter(),
      {"block_vectors", "Vectors of data points that a walk over the subspaces serves.",
       sdk::powers_of_two(1, max_block_vectors), sdk::Value(4)},
      {"points_per_tile",
       "Data points per dyadic box, at least, on average; boxes come in Z-order. 0: the data "
       "stays in the given order.",
       {0, 32, 64, 128, 256, 512},
       sdk::Value(128)},
      {"skipping",
       "Skip the subspaces above one in which a block finds no grid point.",
       {true, false}}};
  all.insert(all.end() - 1, compact.begin(), compact.end());
  return all;
}

sdk::Parameter compact_surpluses() {
  return {"compact",
          "Registers of neighbouring surpluses that are permuted; more are gathered from memory.",
          {0, 1, 2, 4, 8},
          sdk::Value(1)};
}

sdk::Parameter compact_sums(const char* name) {
  return {name,
          "Neighbouring grid points that get a vector sum each; with more, lanes are added one by "
          "one. 0: none.",
          {0, 2, 4, 8},
          sdk::Value(4)};
}

void describe(sdk::Plugin& plugin) {
  const auto add = [&](const char* problem, const char* doc, std::vector<sdk::Parameter> compact,
                       auto prepare) {
    plugin.variant({.name = "subspace-linear.cpu",
                    .problem = problem,
                    .doc = doc,
                    .parameters = parameters(std::move(compact)),
                    .constraints = {sdk::simd_bits_constraint(), sdk::threads_constraint()},
                    .prepare = prepare});
  };
  add("sparse-grid/multi-eval",
      "One grid point per subspace and data point, looked up in full subgrids (Algorithm 3.4 of "
      "Luz 2017), as Horner's scheme over the tree of subspaces.",
      {compact_surpluses()}, prepare<MultiEval>);
  add("sparse-grid/multi-eval-transposed",
      "One grid point per subspace and data point, accumulated in a private copy of the full "
      "subgrids for each thread (Algorithm 3.5 of Luz 2017).",
      {compact_sums("compact")}, prepare<MultiEvalTransposed>);
  add("sparse-grid/regression",
      "Conjugate gradients with one grid point per subspace and data point (Algorithms 3.4 and 3.5 "
      "of Luz 2017).",
      {compact_surpluses(), compact_sums("compact_sums")}, prepare<Regression>);
}

}  // namespace
}  // namespace assay::subspace_linear

ASSAY_PLUGIN("sparse-grid-subspace-linear-cpu", "0.1.0", assay::subspace_linear::describe)
