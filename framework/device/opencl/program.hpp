#pragma once

#include <span>
#include <string>

#include "framework/core/blob_cache.hpp"
#include "framework/device/opencl/context.hpp"
#include "framework/device/sources.hpp"

namespace assay::device::opencl {

class OpenclProgram : public Program {
 public:
  OpenclProgram(Handle<cl_program> handle, bool from_cache)
      : handle_(std::move(handle)), from_cache_(from_cache) {}
  [[nodiscard]] bool from_cache() const override { return from_cache_; }
  [[nodiscard]] cl_program handle() const { return handle_.get(); }

 private:
  Handle<cl_program> handle_;
  bool from_cache_;
};

// Names everything that the binary of a program depends on.
[[nodiscard]] std::string binary_key(const Context& context, const FlatSource& source,
                                     const std::string& options);

// Builds for the context's device: from the binary in `cache` (may be nullptr) if there is one that
// the driver still takes, else from source, storing the binary. Throws DeviceError
// ASSAY_COMPILE_ERROR with the options and the build log, its places mapped back to the files.
[[nodiscard]] std::unique_ptr<OpenclProgram> build_program(const Context& context,
                                                           const FlatSource& source,
                                                           const std::string& options,
                                                           const BlobCache* cache);

// True if binaries of this device belong into a cache of ours. PoCL keeps one itself, and making it
// hand out a binary compiles every kernel once more for work-groups of any size: measured with PoCL
// 3.1, that adds 120 ms to the 100 ms of a build and saves 25 ms at the next one.
[[nodiscard]] bool binaries_are_worth_caching(const Context& context);

}  // namespace assay::device::opencl
