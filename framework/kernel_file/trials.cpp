#include "framework/kernel_file/trials.hpp"

#include "framework/kernel_file/as_plugin.hpp"
#include "framework/kernel_file/built_program.hpp"
#include "framework/kernel_file/compiled_constraints.hpp"
#include "framework/kernel_file/host_code.hpp"
#include "framework/kernel_file/host_trial.hpp"
#include "framework/kernel_file/kernel_trial.hpp"
#include "framework/kernel_file/limits.hpp"
#include "framework/kernel_file/task_arrays.hpp"

namespace assay {

std::unique_ptr<sdk::Trial> prepared_trial(const KernelDescription& kernel, const sdk::Task& task) {
  if (kernel.backend == ASSAY_CPU) return std::make_unique<HostTrial>(kernel, task);
  auto trial = std::make_unique<KernelTrial>(kernel, task);
  // At the end, so that copying is as fast as it is without limits.
  as_plugin([&] { limit_device(kernel, names_of(task), task.host()); });
  return trial;
}

std::unique_ptr<sdk::Trial> prepared_reference(const KernelDescription& kernel,
                                               const sdk::Task& task) {
  if (kernel.backend == ASSAY_CPU) return std::make_unique<HostTrial>(kernel, task);
  auto trial = std::make_unique<KernelTrial>(kernel, task);
  trial->upload_outputs();
  return trial;
}

void compile_trial(const KernelDescription& kernel, const sdk::Task& task) {
  if (kernel.backend == ASSAY_CPU) {
    compile_host_code(kernel, as_plugin([&] { return names_of(task); }), task.host());
    return;
  }
  as_plugin([&] {
    const FormulaNames names = names_of(task);
    for (const std::string& each :
         compile_sources(kernel, plan_launches(kernel, names), names, task.host())) {
      task.host().trial_fact((std::string(unchecked_fact) + each).c_str(), 1);
    }
  });
}

}  // namespace assay
