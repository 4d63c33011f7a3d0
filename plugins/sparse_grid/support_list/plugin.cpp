// The plugin assay-sparse-grid-support-list-cpu: `support-list.cpu` for all problems of the family.
#include <memory>
#include <string>
#include <vector>

#include "assay/plugin.hpp"
#include "sparse_grid/library/memory_limit.hpp"
#include "sparse_grid/library/regression_trial.hpp"
#include "sparse_grid/library/tensors.hpp"
#include "sparse_grid/support_list/evaluator.hpp"

namespace sparse_grid::support_list {
namespace {

namespace sdk = assay::sdk;

template <class T>
Evaluator<T> make_evaluator(const sdk::Task& task) {
  const Shapes shapes = read_shapes(task);
  const auto levels = sdk::elements<const std::uint32_t>(task.input("levels"));
  const auto indices = sdk::elements<const std::uint32_t>(task.input("indices"));
  const auto data = sdk::elements<const T>(task.input("data"));
  require_points(levels, indices, shapes.dimensions);
  require_unit_cube(data, shapes.dimensions);
  const auto& configuration = task.configuration();
  const auto number = [&](const char* name) { return configuration.integer(name); };
  Evaluator<T> evaluator(GridPoints(shapes.dimensions, levels, indices), data,
                         {.simd_bits = number("simd_bits"),
                          .threads = sdk::threads_of(task),
                          .walk = {static_cast<std::size_t>(number("tile_vectors")),
                                   configuration.text("linear_hats") == "together"},
                          .order = ListOrder(configuration, number),
                          .memory_limit = memory_limit(task.host())});
  const auto entries =
      static_cast<double>(evaluator.tiles().entries_before(evaluator.tiles().size()));
  task.host().trial_fact("list_entries", entries);
  task.host().trial_fact("list_bytes", 4 * entries, "B");
  return evaluator;
}

template <class T>
class MultiEval : public sdk::Trial {
 public:
  explicit MultiEval(const sdk::Task& task)
      : host_(task.host()),
        evaluator_(make_evaluator<T>(task)),
        surpluses_(coefficients<T>(task, "surpluses", read_shapes(task).grid_points)),
        values_(result<T>(task, "values", read_shapes(task).data_points)) {}

  void run() override {
    {
      const sdk::Phase phase(host_, "arrange");
      evaluator_.arrange_surpluses(surpluses_);
    }
    {
      const sdk::Phase phase(host_, "kernel");
      evaluator_.evaluate();
    }
    const sdk::Phase phase(host_, "collect");
    evaluator_.collect_values(values_);
  }

 private:
  sdk::Host host_;
  Evaluator<T> evaluator_;
  std::span<const T> surpluses_;
  std::span<T> values_;
};

template <class T>
class MultiEvalTransposed : public sdk::Trial {
 public:
  explicit MultiEvalTransposed(const sdk::Task& task)
      : host_(task.host()),
        evaluator_(make_evaluator<T>(task)),
        weights_(coefficients<T>(task, "weights", read_shapes(task).data_points)),
        sums_(result<T>(task, "sums", read_shapes(task).grid_points)) {}

  void run() override {
    {
      const sdk::Phase phase(host_, "arrange");
      evaluator_.arrange_weights(weights_);
    }
    {
      const sdk::Phase phase(host_, "kernel");
      evaluator_.accumulate();
    }
    const sdk::Phase phase(host_, "collect");
    evaluator_.collect_sums(sums_);
  }

 private:
  sdk::Host host_;
  Evaluator<T> evaluator_;
  std::span<const T> weights_;
  std::span<T> sums_;
};

// Both products with the same lists, for a regression.
template <class T>
class Products {
 public:
  explicit Products(const sdk::Task& task) : evaluator_(make_evaluator<T>(task)) {}

  void evaluate(std::span<const T> surpluses, std::span<T> values) {
    evaluator_.arrange_surpluses(surpluses);
    evaluator_.evaluate();
    evaluator_.collect_values(values);
  }
  void accumulate(std::span<const T> weights, std::span<T> sums) {
    evaluator_.arrange_weights(weights);
    evaluator_.accumulate();
    evaluator_.collect_sums(sums);
  }

 private:
  Evaluator<T> evaluator_;
};

template <class T>
class Regression : public RegressionTrial<T, Products<T>> {
 public:
  explicit Regression(const sdk::Task& task)
      : RegressionTrial<T, Products<T>>(task, Products<T>(task)) {}
};

template <template <class> class Kind>
std::unique_ptr<sdk::Trial> prepare(const sdk::Task& task) {
  switch (task.input("data").element) {
    case ASSAY_F32:
      return std::make_unique<Kind<float>>(task);
    case ASSAY_F64:
      return std::make_unique<Kind<double>>(task);
    default:
      throw sdk::Error(ASSAY_UNSUPPORTED, "tensor 'data' is neither float nor double");
  }
}

template <template <class> class Kind>
sdk::VariantDescription description(const char* problem) {
  std::vector<sdk::Parameter> parameters{
      sdk::simd_bits_parameter(),
      {"tile_vectors", "Vectors of data points that walk one list together.",
       sdk::powers_of_two(1, max_tile_vectors), 4},
      sdk::threads_parameter()};
  for (auto& parameter : list_order_parameters()) parameters.push_back(std::move(parameter));
  parameters.push_back(linear_hats_parameter());
  return {.name = "support-list.cpu",
          .problem = problem,
          .doc =
              "Tiles of neighbouring data points, each with the list of grid points whose "
              "support it meets, vectorised over the points of a tile.",
          .parameters = std::move(parameters),
          .constraints = {sdk::simd_bits_constraint(), sdk::threads_constraint()},
          .prepare = prepare<Kind>};
}

void describe(sdk::Plugin& plugin) {
  plugin.variant(description<MultiEval>("sparse-grid/multi-eval"));
  plugin.variant(description<MultiEvalTransposed>("sparse-grid/multi-eval-transposed"));
  plugin.variant(description<Regression>("sparse-grid/regression"));
}

}  // namespace
}  // namespace sparse_grid::support_list

ASSAY_PLUGIN("sparse-grid-support-list-cpu", "0.1.0", sparse_grid::support_list::describe)
