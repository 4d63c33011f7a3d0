// The plugin assay-sparse-grid-support-list-cpu: `support-list.cpu` for all problems of the family.
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "assay/plugin.hpp"
#include "sparse_grid/library/host_variants.hpp"
#include "sparse_grid/library/memory_limit.hpp"
#include "sparse_grid/library/operation_trial.hpp"
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

// One of the two operations of an evaluator.
template <class T>
class Operator {
 public:
  Operator(std::shared_ptr<Evaluator<T>> evaluator, Operation operation)
      : evaluator_(std::move(evaluator)), transposed_(operation != Operation::multi_eval) {}

  void arrange(std::span<const T> operand) {
    transposed_ ? evaluator_->arrange_weights(operand) : evaluator_->arrange_surpluses(operand);
  }
  void compute() { transposed_ ? evaluator_->accumulate() : evaluator_->evaluate(); }
  void collect(std::span<T> result) const {
    transposed_ ? evaluator_->collect_sums(result) : evaluator_->collect_values(result);
  }

 private:
  std::shared_ptr<Evaluator<T>> evaluator_;
  bool transposed_;
};

// Both operations, with the same lists.
template <class T>
class SupportList {
 public:
  static constexpr const char* arrange_phase = "arrange";

  explicit SupportList(const sdk::Task& task)
      : evaluator_(std::make_shared<Evaluator<T>>(make_evaluator<T>(task))) {}

  [[nodiscard]] Operator<T> make(Operation operation) const { return {evaluator_, operation}; }

 private:
  std::shared_ptr<Evaluator<T>> evaluator_;
};

sdk::VariantDescription description() {
  std::vector<sdk::Parameter> parameters{
      sdk::simd_bits_parameter(),
      {"tile_vectors", "Vectors of data points that walk one list together.",
       sdk::powers_of_two(1, max_tile_vectors), 4},
      sdk::threads_parameter()};
  for (auto& parameter : list_order_parameters()) parameters.push_back(std::move(parameter));
  parameters.push_back(linear_hats_parameter());
  return {.name = "support-list.cpu",
          .problem = {},
          .doc =
              "Tiles of neighbouring data points, each with the list of grid points whose "
              "support it meets, vectorised over the points of a tile.",
          .parameters = std::move(parameters),
          .constraints = {sdk::simd_bits_constraint(), sdk::threads_constraint(),
                          list_order_constraint()},
          .prepare = nullptr};
}

void describe(sdk::Plugin& plugin) {
  using Trials = TrialsOf<SupportList>;
  add_variants<Trials::MultiEval, Trials::MultiEvalTransposed, Trials::Regression>(plugin,
                                                                                   description());
}

}  // namespace
}  // namespace sparse_grid::support_list

ASSAY_PLUGIN("sparse-grid-support-list-cpu", "0.1.0", sparse_grid::support_list::describe)
