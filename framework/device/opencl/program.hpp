#pragma once

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <type_traits>

#include "framework/core/blob_cache.hpp"
#include "framework/device/opencl/context.hpp"
#include "framework/device/sources.hpp"

namespace assay::device::opencl {

// What the driver keeps of a program, as long as anybody has it.
using SharedProgram = std::shared_ptr<std::remove_pointer_t<cl_program>>;

class OpenclProgram : public Program {
 public:
  OpenclProgram(SharedProgram handle, bool from_cache)
      : handle_(std::move(handle)), from_cache_(from_cache) {}
  [[nodiscard]] bool from_cache() const override { return from_cache_; }
  [[nodiscard]] cl_program handle() const { return handle_.get(); }
  [[nodiscard]] const SharedProgram& shared() const { return handle_; }

 private:
  SharedProgram handle_;
  bool from_cache_;
};

// Names everything that the binary of a program depends on.
[[nodiscard]] std::string binary_key(const Context& context, const FlatSource& source,
                                     const std::string& options);

// The programs built last, so that what was compiled ahead of a trial is there when the trial is
// prepared, without the driver's work once more.
class RecentPrograms {
 public:
  // Builds a program, or hands out the one that was built of the same. Throws as build_program.
  [[nodiscard]] std::unique_ptr<OpenclProgram> build(const Context& context,
                                                     const FlatSource& source,
                                                     const std::string& options,
                                                     const BlobCache* cache);

 private:
  static constexpr std::size_t capacity = 8;

  struct Recent {
    std::string key;  // binary_key
    SharedProgram program;
  };
  std::deque<Recent> recent_;  // latest first
};

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
