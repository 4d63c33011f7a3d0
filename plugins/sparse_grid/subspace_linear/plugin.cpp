// The variants subspace-linear.cpu of the sparse-grid problems.
#include <assay/plugin.hpp>
#include <utility>
#include <vector>

#include "sparse_grid/library/host_variants.hpp"
#include "sparse_grid/library/memory_limit.hpp"
#include "sparse_grid/library/operation_trial.hpp"
#include "sparse_grid/library/tensors.hpp"
#include "sparse_grid/subspace_linear/evaluator.hpp"

namespace assay::subspace_linear {
namespace {

using ::sparse_grid::memory_limit;
using ::sparse_grid::prepare_for_precision;
using ::sparse_grid::read_shapes;
using ::sparse_grid::TrialsOf;

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

// `compact_sums` is the name of the parameter "compact" for the transposed operation.
template <class T>
class SubspaceLinear {
 public:
  static constexpr const char* arrange_phase = "initialise";

  explicit SubspaceLinear(const sdk::Task& task, const char* compact_sums = "compact")
      : task_(task), compact_sums_(compact_sums) {}

  [[nodiscard]] Evaluator<T> make(Operation operation) const {
    const GridView grid{read_shapes(task_).dimensions,
                        sdk::elements<const std::uint32_t>(task_.input("levels")),
                        sdk::elements<const std::uint32_t>(task_.input("indices"))};
    const char* compact = operation == Operation::multi_eval ? "compact" : compact_sums_;
    try {
      Evaluator<T> evaluator(operation, grid, sdk::elements<const T>(task_.input("data")),
                             settings_of(task_, compact));
      const auto& host = task_.host();
      host.trial_fact("table_bytes", static_cast<double>(evaluator.table_bytes()), "B");
      host.trial_fact("tiles", static_cast<double>(evaluator.tiles()));
      host.trial_fact("lane_occupancy", evaluator.occupancy());
      return evaluator;
    } catch (const TooLarge& error) {
      throw sdk::Error(ASSAY_UNSUPPORTED, error.what());
    }
  }

 private:
  const sdk::Task& task_;
  const char* compact_sums_;
};

// The algorithm in a regression, which has a parameter "compact" for each of its operations.
template <class T>
class RegressionSubspaceLinear : public SubspaceLinear<T> {
 public:
  explicit RegressionSubspaceLinear(const sdk::Task& task)
      : SubspaceLinear<T>(task, "compact_sums") {}
};

std::vector<sdk::Parameter> parameters(std::vector<sdk::Parameter> compact) {
  std::vector<sdk::Parameter> all{
      sdk::simd_bits_parameter(),
      sdk::threads_parameter(),
      {"block_vectors", "Vectors of data points that share one walk over the subspaces.",
       sdk::powers_of_two(1, max_block_vectors), sdk::Value(4)},
      {"points_per_tile",
       "Data points in a dyadic box, at least, on average; boxes are in Z-order. 0: the data stays "
       "in the given order.",
       {0, 32, 64, 128, 256, 512},
       sdk::Value(128)},
      {"skipping",
       "Whether to skip the subspaces above one in which a block finds no grid point.",
       {true, false}}};
  all.insert(all.end() - 1, compact.begin(), compact.end());
  return all;
}

sdk::Parameter compact_surpluses() {
  return {"compact",
          "Registers of neighbouring surpluses to permute; more are gathered from memory.",
          {0, 1, 2, 4, 8},
          sdk::Value(1)};
}

sdk::Parameter compact_sums(const char* name) {
  return {name,
          "Neighbouring grid points with a vector sum each, at most; with more, lanes are added "
          "one by one. 0: none.",
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
      {compact_surpluses()}, prepare_for_precision<TrialsOf<SubspaceLinear>::MultiEval>);
  add("sparse-grid/multi-eval-transposed",
      "One grid point per subspace and data point, accumulated in a private copy of the full "
      "subgrids for each thread (Algorithm 3.5 of Luz 2017).",
      {compact_sums("compact")},
      prepare_for_precision<TrialsOf<SubspaceLinear>::MultiEvalTransposed>);
  add("sparse-grid/regression",
      "Conjugate gradients with one grid point per subspace and data point (Algorithms 3.4 and 3.5 "
      "of Luz 2017).",
      {compact_surpluses(), compact_sums("compact_sums")},
      prepare_for_precision<TrialsOf<RegressionSubspaceLinear>::Regression>);
}

}  // namespace
}  // namespace assay::subspace_linear

ASSAY_PLUGIN("sparse-grid-subspace-linear-cpu", "0.1.0", assay::subspace_linear::describe)
