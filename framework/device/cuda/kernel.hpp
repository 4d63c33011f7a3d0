#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "framework/device/cuda/module.hpp"
#include "framework/device/kernel.hpp"
#include "framework/device/launch_sizes.hpp"

namespace assay::device::cuda {

class CudaKernel final : public Kernel {
 public:
  CudaKernel(Context& context, std::shared_ptr<Module> module, std::string name);

  [[nodiscard]] std::vector<Fact> compiled() const override;
  [[nodiscard]] std::vector<Fact> facts() const override;

  // Checks sizes, arguments and the resources they take; see KernelLauncher::launch for the errors.
  void check(std::span<const std::size_t> global, std::span<const std::size_t> local,
             std::span<const KernelArgument> arguments) const;
  // Enqueues a launch that was checked.
  void launch(CUstream stream, std::span<const std::size_t> global,
              std::span<const std::size_t> local, std::span<const KernelArgument> arguments);

 private:
  [[nodiscard]] int attribute(CUfunction_attribute which) const;
  void check_sizes(std::span<const std::size_t> global, std::span<const std::size_t> local) const;
  void check_threads(std::size_t threads) const;
  void check_shared_memory(std::span<const KernelArgument> arguments) const;
  void check_arguments(std::span<const KernelArgument> arguments) const;
  void allow_dynamic_shared(std::size_t bytes);
  void check_kind(std::size_t index, const KernelArgument& argument) const;

  Context& context_;
  std::shared_ptr<Module> module_;
  std::string name_;
  CUfunction function_;
  LaunchLimits limits_;
  std::array<std::size_t, 3> most_blocks_ = {};  // that one launch may have, in each dimension
  bool parameters_known_ = false;                // drivers before CUDA 12.4 do not report them
  std::vector<std::size_t> parameters_;          // bytes; one for each parameter
  std::size_t max_threads_ = 0;                  // per block, as this kernel's registers allow
  std::size_t registers_ = 0;                    // per thread
  std::size_t static_shared_ = 0;                // bytes declared in the kernel
  std::size_t spill_bytes_ = 0;                  // local memory per thread
  std::size_t largest_dynamic_shared_ = 0;       // bytes; over all launches
  bool shared_allowed_ = false;                  // whether the driver allows more than the default
  bool launched_ = false;
  // The arguments of the latest launch as the driver takes them, kept for their memory.
  std::vector<CUdeviceptr> addresses_;  // and objects of images
  std::vector<void*> values_;
};

}  // namespace assay::device::cuda
