#pragma once

#include <memory>
#include <string>

#include "framework/device/device.hpp"
#include "framework/device/machine.hpp"

namespace assay::device::cuda {

// Whether `id` names a stand-in for a GPU that compiles for it and does nothing else: "cuda:sm_80",
// "cuda:sm_90", "cuda:sm_100". A stand-in has the facts of the data-centre GPU of that
// architecture, so that constraints hold as they would there. It serves to check device code where
// there is no GPU; discovery never lists it.
[[nodiscard]] bool is_compile_only(const std::string& id);

// Throws DeviceError ASSAY_UNSUPPORTED for an unknown architecture, naming the known ones, and if
// there is no NVRTC.
[[nodiscard]] std::unique_ptr<Device> open_compile_only(const std::string& id,
                                                        const DeviceOptions& options);

}  // namespace assay::device::cuda
