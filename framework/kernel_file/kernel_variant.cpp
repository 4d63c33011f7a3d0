#include "framework/kernel_file/kernel_variant.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <utility>

#include "framework/kernel_file/array_types.hpp"
#include "framework/kernel_file/as_plugin.hpp"
#include "framework/kernel_file/launch_space.hpp"
#include "framework/kernel_file/limits.hpp"
#include "framework/kernel_file/plugin_values.hpp"
#include "framework/kernel_file/task_arrays.hpp"
#include "framework/kernel_file/trials.hpp"

namespace assay {

sdk::VariantDescription kernel_variant(KernelDescription description) {
  const auto shared = std::make_shared<const KernelDescription>(std::move(description));
  sdk::VariantDescription variant;
  variant.name = shared->name;
  variant.problem = shared->problem;
  variant.doc =
      fmt::format("{} of {}.", fmt::join(functions_of(*shared), ", "), shared->source.text);
  for (const Formula& constraint : shared->compiled_constraints) {
    variant.doc += fmt::format(" Once compiled, it must satisfy {}.", constraint.text);
  }
  for (const KernelLimit& limit : shared->limits) {
    variant.doc +=
        fmt::format(" Its device is limited: {} = {}.", limit_name(limit), limit.value.text);
  }
  variant.backend = shared->backend;
  variant.limits = !shared->limits.empty();
  for (const Parameter& parameter : shared->parameters) {
    variant.parameters.push_back(plugin_parameter(parameter));
  }
  variant.constraints = plugin_constraints(launch_constraints(*shared));
  variant.outputs_are_copies = shared->backend != ASSAY_CPU;
  variant.prepare = [shared](const sdk::Task& task) { return prepared_trial(*shared, task); };
  if (has_types(*shared)) {
    variant.types = [shared](const sdk::Task& task, sdk::TensorTypes& types) {
      as_plugin([&] { set_types(*shared, names_of(task), task.inputs(), task.outputs(), types); });
    };
  }
  variant.compile = [shared](const sdk::Task& task) { compile_trial(*shared, task); };
  return variant;
}

}  // namespace assay
