// The plugin assay-sparse-grid-streaming-cpu: `streaming.cpu` for all problems of the family.
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "assay/plugin.hpp"
#include "sparse_grid/library/host_variants.hpp"
#include "sparse_grid/library/operation_trial.hpp"
#include "sparse_grid/library/tensors.hpp"
#include "sparse_grid/streaming/evaluator.hpp"

namespace assay::sparse_grid::streaming {
namespace {

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

using ::sparse_grid::read_shapes;

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

template <class T>
class Streaming {
 public:
  static constexpr const char* arrange_phase = "arrange";

  explicit Streaming(const Task& task) : task_(task) {}

  [[nodiscard]] Evaluator<T> make(Operation operation) const {
    Evaluator<T> evaluator(grid_of(task_), data_of<T>(task_), operation, settings_of(task_));
    task_.host().trial_fact("hat_evaluations", static_cast<double>(evaluator.hats_per_point()) *
                                                   static_cast<double>(evaluator.data_points()));
    return evaluator;
  }

 private:
  const Task& task_;
};

sdk::VariantDescription description() {
  std::vector<sdk::Value> forms;
  for (const auto& form : kForms) forms.emplace_back(form.name);
  return {
      .name = "streaming.cpu",
      .problem = {},
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
            "Basis functions processed at a time, so that they stay in a cache.",
            {64, 256, 1024, 4096},
            1024},
           {"data_tile",
            "Data points processed at a time, so that they stay in a cache.",
            {512, 2048, 8192},
            2048},
           sdk::threads_parameter()},
      .constraints = {sdk::simd_bits_constraint(), sdk::threads_constraint()},
      .prepare = nullptr};
}

void describe(sdk::Plugin& plugin) {
  using Trials = ::sparse_grid::TrialsOf<Streaming>;
  ::sparse_grid::add_variants<Trials::MultiEval, Trials::MultiEvalTransposed, Trials::Regression>(
      plugin, description());
}

}  // namespace
}  // namespace assay::sparse_grid::streaming

ASSAY_PLUGIN("sparse-grid-streaming-cpu", "0.1.0", assay::sparse_grid::streaming::describe)
