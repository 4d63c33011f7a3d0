#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <type_traits>

#include "framework/core/blob_cache.hpp"
#include "framework/device/opencl/context.hpp"
#include "framework/device/program.hpp"
#include "framework/device/sources.hpp"

namespace assay::device::opencl {

// The driver's program, which lives as long as anybody holds it.
using SharedProgram = std::shared_ptr<std::remove_pointer_t<cl_program>>;

class OpenclProgram final : public Program {
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

// A key made of everything that the binary of a program depends on.
[[nodiscard]] std::string binary_key(const Context& context, std::span<const FlatSource> units,
                                     const std::string& options);

// The programs built most recently, so that a program that was compiled ahead of a trial is at hand
// when the trial is prepared, without repeating the driver's work. Several threads may build.
class RecentPrograms {
 public:
  // Builds a program, or returns the one built earlier from equal input. Throws what
  // build_program() throws.
  [[nodiscard]] std::unique_ptr<OpenclProgram> build(const Context& context,
                                                     std::span<const FlatSource> units,
                                                     const std::string& options,
                                                     const BlobCache* cache);

 private:
  static constexpr std::size_t capacity = 8;

  struct Recent {
    std::string key;  // binary_key
    SharedProgram program;
  };
  // The program of that key, or nullptr.
  [[nodiscard]] SharedProgram find(const std::string& key);
  void keep(std::string key, SharedProgram program);

  std::mutex mutex_;           // of the member below; never held while something is compiled
  std::deque<Recent> recent_;  // latest first
};

// Builds a program of one unit or links several for the context's device: from the binary in
// `cache` (may be nullptr) if there is one that the driver still takes, else from source, storing
// the binary. Throws DeviceError ASSAY_COMPILE_ERROR with the options and the log, whose places are
// mapped back to the files.
[[nodiscard]] std::unique_ptr<OpenclProgram> build_program(const Context& context,
                                                           std::span<const FlatSource> units,
                                                           const std::string& options,
                                                           const BlobCache* cache);

// Whether this device's binaries are worth keeping in assay's cache. PoCL has a cache itself, and
// making it hand out a binary compiles every kernel once more for work-groups of any size: measured
// with PoCL 3.1, that adds 120 ms to the 100 ms of a build and saves 25 ms at the next one.
[[nodiscard]] bool binaries_are_worth_caching(const Context& context);

}  // namespace assay::device::opencl
