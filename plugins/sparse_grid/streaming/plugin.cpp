// The plugin assay-sparse-grid-streaming-cpu: `streaming.cpu` for all problems of the family.
#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "assay/plugin.hpp"
#include "sparse_grid/library/regression_trial.hpp"
#include "sparse_grid/library/tensors.hpp"
#include "sparse_grid/streaming/evaluator.hpp"

namespace assay::sparse_grid::streaming {
namespace {

using sdk::Phase;
using sdk::Task;

struct NamedForm {
  const char* name;
  Form form;
};
constexpr std::array kForms{NamedForm{"shared", Form::kShared},
                            NamedForm{"factored", Form::kFactored},
                            NamedForm{"clamp", Form::kClamp}, NamedForm{"sign", Form::kSign},
                            NamedForm{"plain", Form::kPlain}};

Form form_named(std::string_view name) {
  for (const auto& form : kForms) {
    if (name == form.name) return form.form;
  }
  throw sdk::Error(ASSAY_INVALID, "there is no form '" + std::string(name) + "'");
}

Settings settings_of(const Task& task) {
  const auto& configuration = task.configuration();
  const auto number = [&](const char* name) {
    return static_cast<int>(configuration.integer(name));
  };
  Settings settings;
  settings.form = form_named(configuration.text("form"));
  settings.shape = {number("simd_bits"), number("vectors"), number("unroll")};
  settings.threads = static_cast<int>(sdk::threads_of(task));
  settings.grid_tile = static_cast<std::size_t>(configuration.integer("grid_tile"));
  settings.data_tile = static_cast<std::size_t>(configuration.integer("data_tile"));
  return settings;
}

using ::sparse_grid::coefficients;
using ::sparse_grid::read_shapes;
using ::sparse_grid::result;

GridView grid_of(const Task& task) {
  return {read_shapes(task).dimensions, sdk::elements<const std::uint32_t>(task.input("levels")),
          sdk::elements<const std::uint32_t>(task.input("indices"))};
}

template <class T>
std::span<const T> data_of(const Task& task) {
  const auto data = sdk::elements<const T>(task.input("data"));
  ::sparse_grid::require_unit_cube(data, read_shapes(task).dimensions);
  return data;
}

// The names of what differs between the two problems.
template <Operation operation>
constexpr bool kTransposed = operation == Operation::kMultiEvalTransposed;

template <class T, Operation operation>
class StreamingTrial : public sdk::Trial {
 public:
  explicit StreamingTrial(const Task& task)
      : host_(task.host()),
        operand_(kTransposed<operation>
                     ? coefficients<T>(task, "weights", read_shapes(task).data_points)
                     : coefficients<T>(task, "surpluses", read_shapes(task).grid_points)),
        result_(kTransposed<operation> ? result<T>(task, "sums", read_shapes(task).grid_points)
                                       : result<T>(task, "values", read_shapes(task).data_points)),
        evaluator_(grid_of(task), data_of<T>(task), operation, settings_of(task)) {
    host_.trial_fact("hat_evaluations", static_cast<double>(evaluator_.hats_per_point()) *
                                            static_cast<double>(evaluator_.data_points()));
  }

  void run() override {
    {
      const Phase phase(host_, "arrange");
      evaluator_.arrange(operand_);
    }
    {
      const Phase phase(host_, "kernel");
      evaluator_.compute();
    }
    const Phase phase(host_, "collect");
    evaluator_.collect(result_);
  }

 private:
  sdk::Host host_;
  std::span<const T> operand_;
  std::span<T> result_;
  Evaluator<T> evaluator_;
};

// Both products, for a regression.
template <class T>
class Products {
 public:
  explicit Products(const Task& task)
      : evaluator_(evaluator(task, Operation::kMultiEval)),
        accumulator_(evaluator(task, Operation::kMultiEvalTransposed)) {}

  void evaluate(std::span<const T> surpluses, std::span<T> values) {
    apply(evaluator_, surpluses, values);
  }
  void accumulate(std::span<const T> weights, std::span<T> sums) {
    apply(accumulator_, weights, sums);
  }

 private:
  static Evaluator<T> evaluator(const Task& task, Operation operation) {
    return {grid_of(task), data_of<T>(task), operation, settings_of(task)};
  }
  static void apply(Evaluator<T>& evaluator, std::span<const T> operand, std::span<T> result) {
    evaluator.arrange(operand);
    evaluator.compute();
    evaluator.collect(result);
  }

  Evaluator<T> evaluator_;
  Evaluator<T> accumulator_;
};

template <class T>
class Regression : public ::sparse_grid::RegressionTrial<T, Products<T>> {
 public:
  explicit Regression(const Task& task)
      : ::sparse_grid::RegressionTrial<T, Products<T>>(task, Products<T>(task)) {}
};
template <class T>
using MultiEval = StreamingTrial<T, Operation::kMultiEval>;
template <class T>
using MultiEvalTransposed = StreamingTrial<T, Operation::kMultiEvalTransposed>;

template <template <class> class Kind>
std::unique_ptr<sdk::Trial> prepare(const Task& task) {
  try {
    if (task.input("data").element == ASSAY_F32) return std::make_unique<Kind<float>>(task);
    return std::make_unique<Kind<double>>(task);
  } catch (const std::invalid_argument& error) {
    throw sdk::Error(ASSAY_INVALID, error.what());
  }
}

template <template <class> class Kind>
sdk::VariantDescription description(const char* problem) {
  std::vector<sdk::Value> forms;
  for (const auto& form : kForms) forms.emplace_back(form.name);
  return {
      .name = "streaming.cpu",
      .problem = problem,
      .doc =
          "Every basis function at every data point, vectorised over the data points "
          "(Algorithms 3.1 and 3.2 of Luz 2017).",
      .parameters =
          {{"form",
            "How a basis function is evaluated: shared (products of leading factors shared between "
            "points), factored (relative to level 1, dimensions of level 1 skipped), clamp, sign, "
            "plain.",
            forms},
           sdk::simd_bits_parameter(),
           {"vectors", "Vector registers of data points evaluated together.", {1, 2, 4, 8}, 4},
           {"unroll",
            "Basis functions evaluated side by side.",
            {1, 2},
            1,
            "form != \"shared\" && form != \"factored\""},
           {"grid_tile",
            "Basis functions worked on at a time, to keep them in a cache.",
            {64, 256, 1024, 4096},
            1024},
           {"data_tile",
            "Data points worked on at a time, to keep them in a cache.",
            {512, 2048, 8192},
            2048},
           sdk::threads_parameter()},
      .constraints = {sdk::simd_bits_constraint(), sdk::threads_constraint()},
      .prepare = prepare<Kind>};
}

void describe(sdk::Plugin& plugin) {
  plugin.variant(description<MultiEval>("sparse-grid/multi-eval"));
  plugin.variant(description<MultiEvalTransposed>("sparse-grid/multi-eval-transposed"));
  plugin.variant(description<Regression>("sparse-grid/regression"));
}

}  // namespace
}  // namespace assay::sparse_grid::streaming

ASSAY_PLUGIN("sparse-grid-streaming-cpu", "0.1.0", assay::sparse_grid::streaming::describe)
