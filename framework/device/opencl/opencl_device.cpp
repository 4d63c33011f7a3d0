#include "framework/device/opencl/opencl_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "framework/device/adopted.hpp"
#include "framework/device/cpu/host_caches.hpp"
#include "framework/device/comparison_kernel.hpp"
#include "framework/device/digest_kernel.hpp"
#include "framework/device/guards.hpp"
#include "framework/device/opencl/buffer.hpp"
#include "framework/device/opencl/host_memory.hpp"
#include "framework/device/opencl/image.hpp"
#include "framework/device/opencl/kernel.hpp"
#include "framework/device/opencl/peaks.hpp"
#include "framework/device/opencl/program.hpp"
#include "framework/device/opencl/queue.hpp"
#include "framework/device/siblings.hpp"
#include "framework/device/untimed.hpp"

namespace assay::device::opencl {
namespace {

class OpenclDevice : public Accelerator {
 public:
  OpenclDevice(const Api& api, FoundDevice found, const DeviceOptions& options)
      : options_(options),
        context_(open_context(api, std::move(found))),
        events_(context_.api),
        default_queue_(context_, queues_) {
    open_cache();
  }
  // Works on a queue of somebody else.
  OpenclDevice(Context context, cl_command_queue adopted, const DeviceOptions& options)
      : options_(options),
        context_(std::move(context)),
        events_(context_.api),
        default_queue_(context_, queues_, adopted) {
    open_cache();
  }

  [[nodiscard]] const DeviceDescription& description() const override {
    return context_.description;
  }

  std::unique_ptr<Buffer> create_buffer(std::size_t bytes) override {
    return std::make_unique<OpenclBuffer>(context_, default_queue_.handle(), bytes);
  }

  std::unique_ptr<Buffer> create_image(const assay_image& image) override {
    return std::make_unique<OpenclImage>(context_, default_queue_.handle(), image);
  }

  void write(Queue* queue, Buffer& buffer, std::size_t offset, const void* source,
             std::size_t bytes) override {
    write(queue, buffer, offset, source, bytes, CL_TRUE);
  }

  void read(Queue* queue, Buffer& buffer, std::size_t offset, void* target,
            std::size_t bytes) override {
    read(queue, buffer, offset, target, bytes, CL_TRUE);
  }

  void fill(Queue* queue, Buffer& buffer, std::size_t offset, std::size_t bytes,
            const void* pattern, std::size_t pattern_size) override {
    memory_of(buffer).check_range(offset, bytes, "filling");
    check_fill(offset, bytes, pattern_size);
    change(queue, buffer, bytes, [&](const OpenclBuffer& memory) {
      enqueue("filling a buffer", [&](cl_event* event) {
        return context_.api.clEnqueueFillBuffer(handle_of(queue), memory.data(), pattern,
                                                pattern_size, offset, bytes, 0, nullptr, event);
      });
    });
  }

  void copy(Queue* queue, Buffer& from, std::size_t from_offset, Buffer& to, std::size_t to_offset,
            std::size_t bytes) override {
    const OpenclBuffer& source = memory_of(from);
    source.check_range(from_offset, bytes, "copying");
    memory_of(to).check_range(to_offset, bytes, "copying to");
    if (&from == &to) check_copy(from_offset, to_offset, bytes);
    if (bytes > 0) fetch(queue, from);
    change(queue, to, bytes, [&](const OpenclBuffer& target) {
      enqueue("copying a buffer", [&](cl_event* event) {
        return context_.api.clEnqueueCopyBuffer(handle_of(queue), source.data(), target.data(),
                                                from_offset, to_offset, bytes, 0, nullptr, event);
      });
    });
  }

  // The flush starts the copy: drivers may hold back what is enqueued until somebody waits.
  void write_async(Queue* queue, Buffer& buffer, std::size_t offset, const void* source,
                   std::size_t bytes) override {
    write(queue, buffer, offset, source, bytes, CL_FALSE);
    check(context_.api.clFlush(handle_of(queue)), "starting a copy");
  }

  void read_async(Queue* queue, Buffer& buffer, std::size_t offset, void* target,
                  std::size_t bytes) override {
    read(queue, buffer, offset, target, bytes, CL_FALSE);
    check(context_.api.clFlush(handle_of(queue)), "starting a copy");
  }

  std::unique_ptr<HostMemory> create_host_memory(std::size_t bytes) override {
    return std::make_unique<OpenclHostMemory>(context_, default_queue_.handle(), bytes);
  }

  GuardDamage guard_damage(Buffer& buffer) override {
    finish(nullptr);
    return memory_of(buffer).guard_damage(default_queue_.handle());
  }

  void renew_guards(Buffer& buffer) override {
    finish(nullptr);
    memory_of(buffer).renew_guards(default_queue_.handle());
  }

  std::uint64_t digest(Buffer& buffer, std::size_t offset, std::size_t bytes,
                       std::uint64_t seed) override {
    memory_of(buffer).check_range(offset, bytes, "taking the digest of");
    finish(nullptr);
    const Untimed nobody_asks(events_);
    fetch(nullptr, buffer);
    return digest_.of(*this, memory_of(buffer), offset, bytes, seed);
  }

  std::optional<Differences> compare(const Comparison& comparison) override {
    finish(nullptr);
    const Untimed nobody_asks(events_);
    return comparison_.of(*this, comparison);
  }

  std::unique_ptr<Program> link(std::span<const assay_source> sources, std::size_t units,
                                const std::string& options,
                                std::span<const std::string> /*names*/) override {
    return programs_.build(context_, flatten_units(sources, units, kernel_override_folders()),
                           options, cache_ ? &*cache_ : nullptr);
  }

  std::vector<Fact> compiled(Program& program, const std::string& kernel) override {
    return create_kernel(program, kernel)->compiled();
  }

  std::unique_ptr<Kernel> create_kernel(Program& program, const std::string& name) override {
    return std::make_unique<OpenclKernel>(context_, own<OpenclProgram>(program), name);
  }

  void launch(Queue* queue, Kernel& kernel, std::span<const std::size_t> global,
              std::span<const std::size_t> local,
              std::span<const KernelArgument> arguments) override {
    Handle<cl_event> event =
        own<OpenclKernel>(kernel).launch(handle_of(queue), global, local, arguments);
    if (keeps_event()) events_.add(std::move(event));
  }

  std::unique_ptr<Queue> create_queue(bool /*urgent*/) override {
    return std::make_unique<OpenclQueue>(context_, queues_);
  }

  void wait(Queue* queue, Queue* other) override {
    const auto& api = context_.api;
    cl_event event = nullptr;
    check(api.clEnqueueMarkerWithWaitList(handle_of(other), 0, nullptr, &event),
          "marking the end of a queue");
    const Handle<cl_event> owned(event, Release<cl_event>(api.clReleaseEvent));
    // Without the flush the marker might never be reached (section 5.13 of OpenCL 1.2).
    check(api.clFlush(handle_of(other)), "starting a queue");
    check(api.clEnqueueBarrierWithWaitList(handle_of(queue), 1, &event, nullptr),
          "having a queue wait for another");
  }

  void finish(Queue* queue) override {
    if (queue != nullptr) return own<OpenclQueue>(*queue).finish();
    // Queues do not wait for each other, so all are started before one is waited for.
    for (OpenclQueue* each : queues_) each->flush();
    for (OpenclQueue* each : queues_) each->finish();
  }

  void* native_handle(assay_native which) override {
    switch (which) {
      case ASSAY_NATIVE_PLATFORM:
        return context_.platform;
      case ASSAY_NATIVE_DEVICE:
        return context_.device;
      case ASSAY_NATIVE_CONTEXT:
        return context_.handle.get();
      case ASSAY_NATIVE_QUEUE:
        return default_queue_.handle();
    }
    return nullptr;
  }

  void set_label(WorkLabel label) override { events_.set_label(label); }

  std::vector<double> collect_device_seconds() override {
    finish(nullptr);
    return events_.collect();
  }

  void flush_caches() override;
  Peaks measure_peaks() override { return measure_opencl_peaks(*this); }

 protected:
  std::unique_ptr<Device> open_sibling(std::size_t number) override {
    return std::make_unique<OpenclDevice>(
        context_.api, find_sibling(find_devices(context_.api), description(), number), options_);
  }

  // Whether somebody may ask for the time of what is enqueued now, or for its error.
  [[nodiscard]] virtual bool keeps_event() const { return true; }
  [[nodiscard]] bool is_untimed() const { return events_.label() == untimed; }
  [[nodiscard]] const Context& context() const { return context_; }
  [[nodiscard]] const OpenclQueue& default_queue() const { return default_queue_; }

 private:
  void open_cache() {
    if (!options_.cache_folder.empty() && binaries_are_worth_caching(context_)) {
      cache_.emplace(options_.cache_folder);
    }
  }
  [[nodiscard]] cl_command_queue handle_of(Queue* queue) {
    return queue == nullptr ? default_queue_.handle() : own<OpenclQueue>(*queue).handle();
  }

  void write(Queue* queue, Buffer& buffer, std::size_t offset, const void* source,
             std::size_t bytes, cl_bool blocking) {
    memory_of(buffer).check_range(offset, bytes, "writing");
    change(queue, buffer, bytes, [&](const OpenclBuffer& memory) {
      enqueue("writing a buffer", [&](cl_event* event) {
        return context_.api.clEnqueueWriteBuffer(handle_of(queue), memory.data(), blocking, offset,
                                                 bytes, source, 0, nullptr, event);
      });
    });
  }

  void read(Queue* queue, Buffer& buffer, std::size_t offset, void* target, std::size_t bytes,
            cl_bool blocking) {
    const auto& memory = memory_of(buffer);
    memory.check_range(offset, bytes, "reading");
    if (bytes == 0) return;
    fetch(queue, buffer);
    enqueue("reading a buffer", [&](cl_event* event) {
      return context_.api.clEnqueueReadBuffer(handle_of(queue), memory.data(), blocking, offset,
                                              bytes, target, 0, nullptr, event);
    });
  }

  // The memory that is copied from and to: a buffer's own, or the buffer beside an image.
  static OpenclBuffer& memory_of(Buffer& buffer) {
    return buffer.is_image() ? own<OpenclImage>(buffer).memory() : own<OpenclBuffer>(buffer);
  }

  // Brings the buffer beside an image up to date; of a buffer itself there is nothing to do.
  void fetch(Queue* queue, Buffer& buffer) {
    if (!buffer.is_image()) return;
    auto& image = own<OpenclImage>(buffer);
    enqueue("reading an image",
            [&](cl_event* event) { return image.enqueue_read(handle_of(queue), event); });
  }

  // Calls enqueue_change(memory), which enqueues a change of `bytes` bytes of a buffer's memory.
  template <class Enqueue>
  void change(Queue* queue, Buffer& buffer, std::size_t bytes, const Enqueue& enqueue_change) {
    if (bytes == 0) return;
    if (bytes < buffer.size()) fetch(queue, buffer);
    enqueue_change(memory_of(buffer));
    if (!buffer.is_image()) return;
    auto& image = own<OpenclImage>(buffer);
    enqueue("writing an image",
            [&](cl_event* event) { return image.enqueue_write(handle_of(queue), event); });
  }

  // `call(event)` enqueues work and returns the error code.
  template <class Call>
  void enqueue(const char* what, Call&& call) {
    cl_event event = nullptr;
    check(call(&event), what);
    events_.add(Handle<cl_event>(event, Release<cl_event>(context_.api.clReleaseEvent)));
  }

  DeviceOptions options_;
  Context context_;
  std::optional<BlobCache> cache_;
  RecentPrograms programs_;
  std::vector<OpenclQueue*> queues_;  // all live queues, the default one included
  EventLog events_;
  OpenclQueue default_queue_;
  HostCaches host_caches_;
  DigestKernel digest_;
  ComparisonKernel comparison_;
  // Absent until the caches of a device other than the host are flushed.
  std::unique_ptr<OpenclBuffer> flush_buffer_;
};

// Drivers of GPUs often report only the cache of the compute units, so the buffer is at least twice
// as large as any existing second-level cache.
void OpenclDevice::flush_caches() {
  if (description().on_host_cores) return host_caches_.flush();
  const cl_command_queue queue = default_queue_.handle();
  if (!flush_buffer_) {
    constexpr std::size_t at_least = std::size_t{256} << 20;
    const auto fact = [&](const char* name) {
      return static_cast<std::size_t>(description().facts.at(name));
    };
    flush_buffer_ =
        std::make_unique<OpenclBuffer>(context_, queue,
                                       std::min(std::max(2 * fact("global_cache_bytes"), at_least),
                                                fact("max_allocation_bytes") / 2));
  }
  const unsigned char anything = 0;
  check(context_.api.clEnqueueFillBuffer(queue, flush_buffer_->data(), &anything, 1, 0,
                                         flush_buffer_->size(), 0, nullptr, nullptr),
        "flushing the caches");
  default_queue_.finish();
}

// A device on the queue of an application. Untimed work leaves no event behind: the application may
// enqueue without end, and its queue may have no times to ask for.
class AdoptedDevice final : public OpenclDevice, public Adopted {
 public:
  using OpenclDevice::OpenclDevice;

  std::unique_ptr<Buffer> borrow(void* native) override {
    return std::make_unique<OpenclBuffer>(context(), static_cast<cl_mem>(native));
  }
  [[nodiscard]] bool default_queue_is_timed() const override {
    return default_queue().has_profiling();
  }
  [[nodiscard]] std::shared_ptr<void> keep_thread() override { return nullptr; }

 protected:
  [[nodiscard]] bool keeps_event() const override { return !is_untimed(); }
};

}  // namespace

std::unique_ptr<Accelerator> adopt(cl_command_queue queue, const DeviceOptions& options) {
  const Api api = load_api();
  return std::make_unique<AdoptedDevice>(adopt_context(api, queue), queue, options);
}

std::vector<DeviceDescription> discover() {
  std::vector<DeviceDescription> descriptions;
  try {
    for (auto& found : find_devices(load_api())) {
      descriptions.push_back(std::move(found.description));
    }
  } catch (const DeviceError&) {
    return {};  // unavailable_reason() gives the reason
  }
  return descriptions;
}

std::unique_ptr<Accelerator> open(const std::string& id, const DeviceOptions& options) {
  const Api api = load_api();
  for (auto& found : find_devices(api)) {
    if (found.description.id == id) {
      return std::make_unique<OpenclDevice>(api, std::move(found), options);
    }
  }
  return nullptr;
}

}  // namespace assay::device::opencl
