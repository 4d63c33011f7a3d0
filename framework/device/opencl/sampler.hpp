#pragma once

#include <utility>
#include <vector>

#include "framework/device/opencl/context.hpp"

namespace assay::device::opencl {

// The samplers of a kernel's launches, each created at its first use and kept.
class Samplers {
 public:
  explicit Samplers(const Context& context) : context_(context) {}

  // Throws DeviceError ASSAY_INVALID for a sampler that makes no sense, ASSAY_UNSUPPORTED if the
  // device has no images.
  [[nodiscard]] cl_sampler find(const assay_sampler& sampler);

 private:
  const Context& context_;
  std::vector<std::pair<assay_sampler, Handle<cl_sampler>>> samplers_;
};

}  // namespace assay::device::opencl
