// One configuration of a kernel, compiled, that works on buffers of a program.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "framework/device/accelerator.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/kernel.hpp"
#include "framework/kernel_file/launch_plan.hpp"

namespace assay {

// Compiles a configuration of a kernel. `arguments` are the names that expressions may use beside
// the configuration's. Any thread may call it (device/program.hpp). Throws DeviceError, and usage
// Error for expressions without a value.
[[nodiscard]] std::unique_ptr<device::Program> compile_online(device::ProgramBuilder& device,
                                                              const KernelDescription& kernel,
                                                              const Bindings& configuration,
                                                              const Bindings& arguments);

class OnlineKernel {
 public:
  // The program's buffers by the names of the arrays.
  using Buffers = std::map<std::string, std::unique_ptr<device::Buffer>>;

  // Takes the compiled configuration, and creates the kernel's scratch arrays. Device and
  // description must outlive the object. Throws what compile_online() throws.
  OnlineKernel(device::Accelerator& device, std::unique_ptr<device::Program> program,
               const KernelDescription& kernel, const Bindings& configuration,
               const Bindings& arguments);

  // Plans the launches for values of further names, which may change from call to call; the names
  // are the same each time. Throws what the constructor throws.
  void prepare(const Bindings& values);
  // Whether prepare() failed for these values, and would not have for others: every expression that
  // names none of them has a value.
  [[nodiscard]] bool fails_by(const Bindings& values) const;
  // Enqueues the launches. `buffers` has every array of the kernel. Throws DeviceError; enqueued()
  // then tells whether that left work behind.
  void launch(device::Queue* queue, const Buffers& buffers);
  // The number of launches that the last call of launch() enqueued.
  [[nodiscard]] std::size_t enqueued() const { return enqueued_; }

 private:
  struct Launch {
    const PlannedLaunch* plan;
    device::Kernel* function;
    std::vector<device::KernelArgument> arguments;
  };

  void create_functions();
  [[nodiscard]] Launch prepared(const PlannedLaunch& plan, const Buffers& buffers) const;
  [[nodiscard]] device::Buffer& buffer(const std::string& array, const Buffers& buffers) const;

  device::Accelerator& device_;
  const KernelDescription& kernel_;
  FormulaNames names_;
  std::unique_ptr<device::Program> program_;
  std::map<std::string, std::unique_ptr<device::Kernel>> functions_;
  Buffers scratch_;
  bool planned_ = false;
  Bindings planned_for_;  // the values of the plan
  std::vector<PlannedRounds> plan_;
  std::size_t enqueued_ = 0;
};

}  // namespace assay
