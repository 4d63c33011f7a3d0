// nvJitLink, the linker of the CUDA toolkit for device code, opened at run time. Unlike the
// driver's linker it needs no device and no context, so that processes that only compile can link.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "framework/device/cuda/types.hpp"
#include "framework/device/device_error.hpp"

namespace assay::device::cuda {

#define ASSAY_JIT_LINK_FUNCTIONS(X)                                                    \
  X(nvJitLinkResult, nvJitLinkVersion, (unsigned*, unsigned*))                         \
  X(nvJitLinkResult, nvJitLinkCreate, (nvJitLinkHandle*, std::uint32_t, const char**)) \
  X(nvJitLinkResult, nvJitLinkDestroy, (nvJitLinkHandle*))                             \
  X(nvJitLinkResult, nvJitLinkAddData,                                                 \
    (nvJitLinkHandle, nvJitLinkInputType, const void*, std::size_t, const char*))      \
  X(nvJitLinkResult, nvJitLinkComplete, (nvJitLinkHandle))                             \
  X(nvJitLinkResult, nvJitLinkGetErrorLogSize, (nvJitLinkHandle, std::size_t*))        \
  X(nvJitLinkResult, nvJitLinkGetErrorLog, (nvJitLinkHandle, char*))                   \
  X(nvJitLinkResult, nvJitLinkGetLinkedCubinSize, (nvJitLinkHandle, std::size_t*))     \
  X(nvJitLinkResult, nvJitLinkGetLinkedCubin, (nvJitLinkHandle, void*))

struct JitLink {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a member cannot be declared in parentheses
#define ASSAY_JIT_LINK_MEMBER(result, name, parameters) result(*name) parameters = nullptr;
  ASSAY_JIT_LINK_FUNCTIONS(ASSAY_JIT_LINK_MEMBER)
#undef ASSAY_JIT_LINK_MEMBER
};

// Loads the library that ASSAY_NVJITLINK_LIBRARY names, else the first of this major version
// (NVRTC's, whose code an older linker may not take) beside the file of NVRTC, found by the loader,
// in a toolkit or in assay's cache folder. Throws DeviceError ASSAY_UNSUPPORTED with the reason and
// the cure.
[[nodiscard]] JitLink load_jit_link(const std::string& nvrtc_file, int major);

// Relocatable code of a translation unit: a CUBIN or PTX.
struct LinkedUnit {
  std::string name;
  std::vector<std::byte> code;
};

// The outcome of linking: a CUBIN, or what the linker said.
struct LinkedCode {
  std::vector<std::byte> cubin;  // empty if linking failed
  std::string log;
};

// Links units for an architecture ("sm_90"). Throws DeviceError if the linker itself fails.
[[nodiscard]] LinkedCode link(const JitLink& linker, std::span<const LinkedUnit> units,
                              const std::string& architecture);

}  // namespace assay::device::cuda
