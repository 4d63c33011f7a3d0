// NVRTC, the run-time compiler of the CUDA toolkit, opened at run time.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "framework/device/cuda/jit_link.hpp"
#include "framework/device/cuda/types.hpp"
#include "framework/device/device_error.hpp"

namespace assay::device::cuda {

#define ASSAY_NVRTC_FUNCTIONS(X)                                                            \
  X(nvrtcResult, nvrtcVersion, (int*, int*))                                                \
  X(nvrtcResult, nvrtcGetNumSupportedArchs, (int*))                                         \
  X(nvrtcResult, nvrtcGetSupportedArchs, (int*))                                            \
  X(nvrtcResult, nvrtcCreateProgram,                                                        \
    (nvrtcProgram*, const char*, const char*, int, const char* const*, const char* const*)) \
  X(nvrtcResult, nvrtcDestroyProgram, (nvrtcProgram*))                                      \
  X(nvrtcResult, nvrtcCompileProgram, (nvrtcProgram, int, const char* const*))              \
  X(nvrtcResult, nvrtcGetProgramLogSize, (nvrtcProgram, std::size_t*))                      \
  X(nvrtcResult, nvrtcGetProgramLog, (nvrtcProgram, char*))                                 \
  X(nvrtcResult, nvrtcGetCUBINSize, (nvrtcProgram, std::size_t*))                           \
  X(nvrtcResult, nvrtcGetCUBIN, (nvrtcProgram, char*))                                      \
  X(nvrtcResult, nvrtcGetPTXSize, (nvrtcProgram, std::size_t*))                             \
  X(nvrtcResult, nvrtcGetPTX, (nvrtcProgram, char*))                                        \
  X(nvrtcResult, nvrtcAddNameExpression, (nvrtcProgram, const char*))                       \
  X(nvrtcResult, nvrtcGetLoweredName, (nvrtcProgram, const char*, const char**))            \
  X(const char*, nvrtcGetErrorString, (nvrtcResult))

struct Nvrtc {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a member cannot be declared in parentheses
#define ASSAY_NVRTC_MEMBER(result, name, parameters) result(*name) parameters = nullptr;
  ASSAY_NVRTC_FUNCTIONS(ASSAY_NVRTC_MEMBER)
#undef ASSAY_NVRTC_MEMBER

  std::string file;                         // of the library
  std::string version;                      // "13.0"
  std::vector<int> architectures;           // those it compiles for, ascending: 90 is sm_90
  std::vector<std::string> header_folders;  // the toolkit's, for #include <cuda_fp16.h>
  std::optional<JitLink> linker;            // absent: that of the same toolkit, opened when used
};

// Loads the library that ASSAY_NVRTC_LIBRARY names, else the first found by the loader, in a
// toolkit (CUDA_HOME, CUDA_PATH or /usr/local/cuda*), or in assay's cache folder (nvrtc/, filled by
// tools/setup), whose major version is at most `newest_major` (the driver's, which may not take
// code of a newer one; 0: any). Throws DeviceError ASSAY_UNSUPPORTED with the reason and the cure.
[[nodiscard]] Nvrtc load_nvrtc(int newest_major);

// Sets the version and the architectures to those that the functions in `nvrtc` report.
void ask_nvrtc(Nvrtc& nvrtc);

// The target to compile for so that a device of this compute capability (90 for 9.0) runs the code.
struct Target {
  int architecture = 0;
  bool binary = true;                        // else PTX, which the driver compiles when it loads it
  [[nodiscard]] std::string option() const;  // "sm_90" or "compute_90"
};
// Throws DeviceError ASSAY_UNSUPPORTED if this NVRTC cannot serve the device.
[[nodiscard]] Target target_for(const Nvrtc& nvrtc, int compute_capability);

}  // namespace assay::device::cuda
