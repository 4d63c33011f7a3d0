#include "framework/device/opencl/sampler.hpp"

#include <fmt/format.h>

#include "framework/device/image.hpp"

namespace assay::device::opencl {
namespace {

cl_addressing_mode mode_of(assay_address address) {
  switch (address) {
    case ASSAY_ADDRESS_EDGE:
      return CL_ADDRESS_CLAMP_TO_EDGE;
    case ASSAY_ADDRESS_BORDER:
      return CL_ADDRESS_CLAMP;
    case ASSAY_ADDRESS_REPEAT:
      return CL_ADDRESS_REPEAT;
    case ASSAY_ADDRESS_MIRROR:
      return CL_ADDRESS_MIRRORED_REPEAT;
    case ASSAY_ADDRESS_NONE:
      return CL_ADDRESS_NONE;
  }
  throw DeviceError(ASSAY_INVALID, "a sampler has an unknown way of addressing");
}

}  // namespace

cl_sampler Samplers::find(const assay_sampler& sampler) {
  for (const auto& [known, handle] : samplers_) {
    if (known.filter == sampler.filter && known.address == sampler.address &&
        known.normalised == sampler.normalised) {
      return handle.get();
    }
  }
  check_sampler(sampler);
  const auto& api = context_.api;
  cl_int code = CL_SUCCESS;
  Handle<cl_sampler> created(
      api.clCreateSampler(
          context_.handle.get(), sampler.normalised != 0 ? CL_TRUE : CL_FALSE,
          mode_of(sampler.address),
          sampler.filter == ASSAY_FILTER_LINEAR ? CL_FILTER_LINEAR : CL_FILTER_NEAREST, &code),
      Release<cl_sampler>(api.clReleaseSampler));
  if (code == CL_INVALID_OPERATION) {
    throw DeviceError(ASSAY_UNSUPPORTED, fmt::format("{} has no images, hence no samplers",
                                                     context_.description.name));
  }
  check(code, "creating a sampler");
  return samplers_.emplace_back(sampler, std::move(created)).second.get();
}

}  // namespace assay::device::opencl
