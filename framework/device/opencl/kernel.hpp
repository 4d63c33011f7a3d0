#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "framework/device/kernel.hpp"
#include "framework/device/launch_sizes.hpp"
#include "framework/device/opencl/program.hpp"
#include "framework/device/opencl/sampler.hpp"

namespace assay::device::opencl {

class OpenclKernel final : public Kernel {
 public:
  // Throws DeviceError ASSAY_INVALID naming the program's kernels if it has none of that name.
  OpenclKernel(const Context& context, const OpenclProgram& program, std::string name);

  [[nodiscard]] std::vector<Fact> compiled() const override;

  // Checks and sets the arguments, checks the sizes, enqueues; returns the event of the launch. See
  // KernelLauncher::launch for the errors.
  //
  // PoCL specialises a kernel for its work-group size at the first launch with that size, so that
  // this launch takes some 60 ms longer; the warm-up of a trial takes care of that.
  Handle<cl_event> launch(cl_command_queue queue, std::span<const std::size_t> global,
                          std::span<const std::size_t> local,
                          std::span<const KernelArgument> arguments);

 private:
  // A parameter as the compiler reports it; not every driver does so for programs from binaries.
  struct Parameter {
    bool known = false;
    assay_argument_kind kind = ASSAY_ARG_BYTES;
    std::string name;
    std::string type;
  };
  [[nodiscard]] Parameter describe_parameter(cl_uint index) const;
  [[nodiscard]] std::string label(std::size_t index) const;
  void check_sizes(std::span<const std::size_t> global, std::span<const std::size_t> local) const;
  void check_local_memory(std::span<const KernelArgument> arguments) const;
  void set_argument(std::size_t index, const KernelArgument& argument);
  // The memory behind an argument, checked against the parameter.
  [[nodiscard]] cl_mem memory_of(std::size_t index, const KernelArgument& argument) const;

  const Context& context_;
  std::string name_;
  Handle<cl_kernel> handle_;
  LaunchLimits limits_;
  std::vector<Parameter> parameters_;
  Samplers samplers_;
  std::size_t max_group_ = 0;     // work items, as this kernel's registers allow
  std::size_t static_local_ = 0;  // bytes of local memory declared in the kernel
  std::size_t private_ = 0;       // bytes of memory per work item for what registers do not hold
};

}  // namespace assay::device::opencl
