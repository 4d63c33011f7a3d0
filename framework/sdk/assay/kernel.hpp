// Device memory, run-time compilation and launches, the same for OpenCL and CUDA.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "assay/host.hpp"
#include "assay/image.hpp"

namespace assay::sdk {

// Device memory for `count` elements of T.
template <class T>
class Buffer {
 public:
  Buffer() = default;
  Buffer(const Host& host, std::size_t count) : count_(count) {
    assay_buffer* buffer = nullptr;
    Host::require(host.table().buffer_create(host.context(), count * sizeof(T), &buffer));
    handle_ = {host, buffer};
  }
  Buffer(const Host& host, std::span<const T> values) : Buffer(host, values.size()) {
    write(values);
  }
  // The values of an input, which nobody writes; see input_buffer_create in assay/plugin.h.
  [[nodiscard]] static Buffer of_input(const Host& host, std::span<const T> input) {
    Buffer buffer;
    assay_buffer* made = nullptr;
    Host::require(
        host.table().input_buffer_create(host.context(), input.data(), input.size_bytes(), &made));
    buffer.handle_ = {host, made};
    buffer.count_ = input.size();
    return buffer;
  }
  // An image, whose elements are T or whose bytes a T of one byte stands for.
  Buffer(const Host& host, const assay_image& image) : count_(image_bytes(image) / sizeof(T)) {
    assay_buffer* buffer = nullptr;
    Host::require(host.table().image_create(host.context(), &image, &buffer));
    handle_ = {host, buffer};
  }

  void write(std::span<const T> values, std::size_t first = 0, assay_queue* queue = nullptr) {
    Host::require(host().table().buffer_write(host().context(), queue, get(), first * sizeof(T),
                                              values.data(), values.size_bytes()));
  }
  void read(std::span<T> values, std::size_t first = 0, assay_queue* queue = nullptr) const {
    Host::require(host().table().buffer_read(host().context(), queue, get(), first * sizeof(T),
                                             values.data(), values.size_bytes()));
  }
  // These two return when the copy is enqueued; `values` must stay as it is until the queue is
  // finished. Copies overlap other work if `values` lies in a HostArray.
  void write_async(std::span<const T> values, std::size_t first = 0, assay_queue* queue = nullptr) {
    Host::require(host().table().buffer_write_async(
        host().context(), queue, get(), first * sizeof(T), values.data(), values.size_bytes()));
  }
  void read_async(std::span<T> values, std::size_t first = 0, assay_queue* queue = nullptr) const {
    Host::require(host().table().buffer_read_async(
        host().context(), queue, get(), first * sizeof(T), values.data(), values.size_bytes()));
  }
  // Enqueues a copy of another buffer of this size.
  void copy(const Buffer& from, assay_queue* queue = nullptr) {
    Host::require(host().table().buffer_copy(host().context(), queue, from.get(), 0, get(), 0,
                                             count_ * sizeof(T)));
  }
  void fill(const T& value, assay_queue* queue = nullptr) {
    Host::require(host().table().buffer_fill(host().context(), queue, get(), 0, count_ * sizeof(T),
                                             &value, sizeof(T)));
  }
  [[nodiscard]] assay_buffer* get() const { return handle_.get(); }
  [[nodiscard]] std::size_t size() const { return count_; }

 private:
  [[nodiscard]] const Host& host() const { return handle_.host(); }

  Handle<assay_buffer, &assay_host::buffer_destroy> handle_;
  std::size_t count_ = 0;
};

// Host memory for `count` elements of T that the device copies from and to fastest: page-locked, if
// the backend supports that. Its contents are undefined at first.
template <class T>
class HostArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  HostArray() = default;
  HostArray(const Host& host, std::size_t count) : host_(host), count_(count) {
    void* memory = nullptr;
    Host::require(host.table().host_memory_create(host.context(), count * sizeof(T), &memory));
    data_ = static_cast<T*>(memory);
  }
  HostArray(HostArray&& other) noexcept
      : host_(other.host_),
        data_(std::exchange(other.data_, nullptr)),
        count_(std::exchange(other.count_, 0)) {}
  HostArray& operator=(HostArray&& other) noexcept {
    std::swap(host_, other.host_);
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    return *this;
  }
  HostArray(const HostArray&) = delete;
  HostArray& operator=(const HostArray&) = delete;
  // Waits for the device, which may still copy.
  ~HostArray() {
    if (data_ != nullptr) host_.table().host_memory_destroy(host_.context(), data_);
  }

  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] const T* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] T& operator[](std::size_t at) { return data_[at]; }
  [[nodiscard]] const T& operator[](std::size_t at) const { return data_[at]; }
  [[nodiscard]] T* begin() { return data_; }
  [[nodiscard]] T* end() { return data_ + count_; }
  [[nodiscard]] const T* begin() const { return data_; }
  [[nodiscard]] const T* end() const { return data_ + count_; }

 private:
  Host host_{nullptr, nullptr};
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

// Keeps memory of the caller page-locked, if the backend supports that, so that copies from and to
// it are as fast as those of a HostArray. Must be destroyed before the memory is freed.
class PageLock {
 public:
  PageLock() = default;
  PageLock(const Host& host, std::span<const std::byte> memory) {
    // Locking changes no byte, so that memory which the holder only reads may be locked, too.
    void* start = const_cast<std::byte*>(memory.data());
    Host::require(host.table().host_memory_lock(host.context(), start, memory.size()));
    handle_ = {host, start};
  }

 private:
  Handle<void, &assay_host::host_memory_destroy> handle_;
};

// Bytes of local (shared) memory as a kernel argument.
struct LocalMemory {
  std::size_t bytes;
};

class Kernel {
 public:
  Kernel() = default;
  Kernel(const Host& host, assay_kernel* kernel) : handle_(host, kernel) {}

  // A fact of the compiled kernel; kernel_fact in assay/plugin.h has the names and errors.
  [[nodiscard]] double fact(const char* name) const {
    const Host& host = handle_.host();
    double value = 0;
    Host::require(host.table().kernel_fact(host.context(), handle_.get(), name, &value));
    return value;
  }

  // The same, or nothing where the backend does not say.
  [[nodiscard]] std::optional<double> find_fact(const char* name) const {
    const Host& host = handle_.host();
    double value = 0;
    const assay_status status =
        host.table().kernel_fact(host.context(), handle_.get(), name, &value);
    if (status == ASSAY_UNSUPPORTED) return std::nullopt;
    Host::require(status);
    return value;
  }

  // Enqueues one launch. Arguments are Buffers, LocalMemory, or values passed by their bytes (their
  // C++ type must be the kernel parameter's). `global` counts work items.
  template <std::size_t N, class... Arguments>
  void launch(const std::array<std::size_t, N>& global, const std::array<std::size_t, N>& local,
              const Arguments&... arguments) const {
    launch_on(nullptr, global, local, arguments...);
  }
  template <std::size_t N, class... Arguments>
  void launch_on(assay_queue* queue, const std::array<std::size_t, N>& global,
                 const std::array<std::size_t, N>& local, const Arguments&... arguments) const {
    const std::array<assay_kernel_argument, sizeof...(Arguments)> packed{pack(arguments)...};
    launch_packed(queue, global, local, packed);
  }
  // Enqueues one launch with arguments whose number and kinds are known only at run time. `global`
  // and `local` have one to three elements.
  void launch_packed(assay_queue* queue, std::span<const std::size_t> global,
                     std::span<const std::size_t> local,
                     std::span<const assay_kernel_argument> arguments) const {
    const Host& host = handle_.host();
    Host::require(host.table().kernel_launch(
        host.context(), queue, handle_.get(), static_cast<std::uint32_t>(global.size()),
        global.data(), local.data(), arguments.data(), arguments.size()));
  }

 private:
  template <class T>
  static assay_kernel_argument pack(const Buffer<T>& buffer) {
    return {ASSAY_ARG_BUFFER, buffer.get(), nullptr, 0};
  }
  static assay_kernel_argument pack(const LocalMemory& memory) {
    return {ASSAY_ARG_LOCAL, nullptr, nullptr, memory.bytes};
  }
  template <class T>
  requires std::is_arithmetic_v<T>
  static assay_kernel_argument pack(const T& value) {
    return {ASSAY_ARG_BYTES, nullptr, &value, sizeof(T)};
  }

  Handle<assay_kernel, &assay_host::kernel_destroy> handle_;
};

// Compile-time constants for device code: `define("TILE", 32)` becomes "-D TILE=32".
class CompileOptions {
 public:
  CompileOptions& define(std::string_view name, const std::string& value) {
    text_.append(text_.empty() ? "-D " : " -D ").append(name).append("=").append(value);
    return *this;
  }
  CompileOptions& define(std::string_view name, std::integral auto value) {
    return define(name, std::to_string(value));
  }
  CompileOptions& flag(std::string_view flag) {
    text_.append(text_.empty() ? "" : " ").append(flag);
    return *this;
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

class Program {
 public:
  Program() = default;
  // The first source is the translation unit; the others are what it includes. `names` are the
  // kernels that CUDA's C++ gives other names: "scale<float, 4>", or "scale" without extern "C".
  Program(const Host& host, std::span<const assay_source> sources, const CompileOptions& options,
          std::span<const char* const> names = {}) {
    assay_program* program = nullptr;
    Host::require(host.table().program_build(host.context(), sources.data(), sources.size(),
                                             options.text().c_str(), names.data(), names.size(),
                                             &program));
    handle_ = {host, program};
  }
  // As above, of several translation units: the first `units` sources, each compiled by itself, and
  // linked. `names` are kernels of the first one.
  static Program linked(const Host& host, std::span<const assay_source> sources, std::size_t units,
                        const CompileOptions& options, std::span<const char* const> names = {}) {
    Program result;
    assay_program* program = nullptr;
    Host::require(host.table().program_link(host.context(), sources.data(), sources.size(), units,
                                            options.text().c_str(), names.data(), names.size(),
                                            &program));
    result.handle_ = {host, program};
    return result;
  }
  // A program that was compiled elsewhere: PTX or a CUBIN (CUDA).
  Program(const Host& host, std::span<const std::byte> image) {
    assay_program* program = nullptr;
    Host::require(host.table().program_load(host.context(), image.data(), image.size(), &program));
    handle_ = {host, program};
  }
  // Writes a variable of the program, __constant__ or __device__ (CUDA).
  void write(const char* variable, std::span<const std::byte> bytes) const {
    const Host& host = handle_.host();
    Host::require(host.table().program_write(host.context(), handle_.get(), variable, bytes.data(),
                                             bytes.size()));
  }
  // A fact of a kernel as far as it is known without loading the program, or nothing; program_fact
  // in assay/plugin.h has the names.
  [[nodiscard]] std::optional<double> fact(const char* kernel, const char* name) const {
    const Host& host = handle_.host();
    double value = 0;
    const assay_status status =
        host.table().program_fact(host.context(), handle_.get(), kernel, name, &value);
    if (status == ASSAY_UNSUPPORTED) return std::nullopt;
    Host::require(status);
    return value;
  }
  [[nodiscard]] Kernel kernel(const char* name) const {
    const Host& host = handle_.host();
    assay_kernel* kernel = nullptr;
    Host::require(host.table().kernel_create(host.context(), handle_.get(), name, &kernel));
    return {host, kernel};
  }

 private:
  Handle<assay_program, &assay_host::program_destroy> handle_;
};

}  // namespace assay::sdk
