#include "framework/kernel_file/trials.hpp"

#include "framework/kernel_file/as_plugin.hpp"
#include "framework/kernel_file/host_code.hpp"
#include "framework/kernel_file/host_trial.hpp"
#include "framework/kernel_file/kernel_trial.hpp"
#include "framework/kernel_file/task_arrays.hpp"

namespace assay {

std::unique_ptr<sdk::Trial> prepared_trial(const KernelDescription& kernel, const sdk::Task& task) {
  if (kernel.backend == ASSAY_CPU) return std::make_unique<HostTrial>(kernel, task);
  return std::make_unique<KernelTrial>(kernel, task);
}

void compile_trial(const KernelDescription& kernel, const sdk::Task& task) {
  if (kernel.backend == ASSAY_CPU) {
    compile_host_code(kernel, as_plugin([&] { return names_of(task); }), task.host());
  } else {
    const auto plan = as_plugin([&] { return plan_launches(kernel, names_of(task)); });
    static_cast<void>(build_kernel(kernel, plan, task));
  }
}

}  // namespace assay
