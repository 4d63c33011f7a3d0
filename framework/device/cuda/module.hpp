#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>

#include "framework/device/cuda/context.hpp"
#include "framework/device/cuda/program.hpp"

namespace assay::device::cuda {

// Code loaded into the context.
class Module {
 public:
  Module(Context& context, const Image& image);
  ~Module();
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  // Throws DeviceError ASSAY_INVALID naming the module's kernels if it has none of that name.
  [[nodiscard]] CUfunction function(const std::string& name) const;
  // Writes a variable, and returns when it is written. Throws DeviceError ASSAY_INVALID if there is
  // none of that name or if it has fewer bytes.
  void write(CUstream stream, const std::string& variable, std::span<const std::byte> bytes) const;

 private:
  [[nodiscard]] std::string kernel_names() const;

  Context& context_;
  std::map<std::string, std::string> lowered_;  // of names that C++ changed (Image)
  CUmodule handle_ = nullptr;
};

// Device code that is compiled when built, and loaded when its first kernel is asked for.
class Code {
 public:
  explicit Code(Image image) : image_(std::move(image)) {}
  [[nodiscard]] const Image& image() const { return image_; }
  // The context is active.
  [[nodiscard]] std::shared_ptr<Module> module(Context& context);

 private:
  Image image_;
  std::shared_ptr<Module> module_;
};

class CudaProgram final : public Program {
 public:
  explicit CudaProgram(std::shared_ptr<Code> code, bool is_recent = false)
      : code_(std::move(code)), from_cache_(is_recent || code_->image().from_cache) {}
  [[nodiscard]] bool from_cache() const override { return from_cache_; }
  [[nodiscard]] const Image& image() const { return code_->image(); }
  // The context is active.
  [[nodiscard]] std::shared_ptr<Module> module(Context& context) { return code_->module(context); }

 private:
  std::shared_ptr<Code> code_;
  bool from_cache_;
};

// The code built most recently. A trial builds its programs to compile them and again to prepare,
// and the next trial shares most of them: code that is kept here need not be flattened, read,
// checked and loaded each time. Several threads may use it.
class RecentCode {
 public:
  // The key of all that a program is built from.
  [[nodiscard]] static std::string key_of(std::span<const assay_source> sources, std::size_t units,
                                          const std::string& options,
                                          std::span<const std::string> names);
  // The code of that key, or nullptr.
  [[nodiscard]] std::shared_ptr<Code> find(const std::string& key);
  void keep(std::string key, std::shared_ptr<Code> code);

  static constexpr std::size_t most = 64;  // programs: a trial of several operators has some 30

 private:
  std::mutex mutex_;                                                // of the member below
  std::list<std::pair<std::string, std::shared_ptr<Code>>> codes_;  // the latest used first
};

}  // namespace assay::device::cuda
