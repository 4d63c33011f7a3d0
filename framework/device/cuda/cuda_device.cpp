#include "framework/device/cuda/cuda_device.hpp"

#include <fmt/format.h>

#include <utility>

#include "framework/device/adopted.hpp"
#include "framework/device/cuda/buffer.hpp"
#include "framework/device/cuda/discovery.hpp"
#include "framework/device/cuda/graph.hpp"
#include "framework/device/cuda/guard_check.hpp"
#include "framework/device/cuda/heap.hpp"
#include "framework/device/cuda/host_memory.hpp"
#include "framework/device/cuda/image.hpp"
#include "framework/device/cuda/kernel.hpp"
#include "framework/device/cuda/limit_guardian.hpp"
#include "framework/device/cuda/module.hpp"
#include "framework/device/cuda/peaks.hpp"
#include "framework/device/cuda/program.hpp"
#include "framework/device/cuda/queue.hpp"
#include "framework/device/comparison_kernel.hpp"
#include "framework/device/digest_kernel.hpp"
#include "framework/device/graph.hpp"
#include "framework/device/guards.hpp"
#include "framework/device/limits.hpp"
#include "framework/device/native.hpp"
#include "framework/device/sensors.hpp"
#include "framework/device/siblings.hpp"
#include "framework/device/untimed.hpp"

namespace assay::device::cuda {
namespace {

class CudaDevice : public Accelerator,
                   public ProgramLoader,
                   public Graphs,
                   public NativeWork,
                   public Sensors,
                   public Limits {
 public:
  CudaDevice(const Libraries& libraries, FoundDevice found, const DeviceOptions& options)
      : libraries_(libraries),
        options_(options),
        context_(libraries.driver, std::move(found)),
        events_(context_) {
    if (!options.cache_folder.empty()) cache_.emplace(options.cache_folder);
  }
  // Works in a context and on a stream of somebody else.
  CudaDevice(const Libraries& libraries, FoundDevice found, CUcontext context, CUstream stream,
             const DeviceOptions& options)
      : libraries_(libraries),
        options_(options),
        context_(libraries.driver, std::move(found), context),
        events_(context_),
        default_queue_(std::make_unique<CudaQueue>(context_, stream)) {
    if (!options.cache_folder.empty()) cache_.emplace(options.cache_folder);
  }
  // Members are destroyed with the context current.
  ~CudaDevice() override { context_.activate_if_open(); }
  CudaDevice(const CudaDevice&) = delete;
  CudaDevice& operator=(const CudaDevice&) = delete;

  [[nodiscard]] const DeviceDescription& description() const override {
    return context_.description();
  }

  std::unique_ptr<Buffer> create_buffer(std::size_t bytes) override {
    require_running("create a buffer");
    context_.activate();
    return std::make_unique<CudaBuffer>(heap(), bytes);
  }

  std::unique_ptr<Buffer> create_image(const assay_image& image) override {
    require_running("create an image");
    context_.activate();
    return std::make_unique<CudaImage>(heap(), image);
  }

  void write(Queue* queue, Buffer& buffer, std::size_t offset, const void* source,
             std::size_t bytes) override {
    require_running("wait for a copy");
    write_async(queue, buffer, offset, source, bytes);
    if (bytes > 0) synchronize(stream_of(queue), "writing a buffer");
  }

  void read(Queue* queue, Buffer& buffer, std::size_t offset, void* target,
            std::size_t bytes) override {
    require_running("wait for a copy");
    read_async(queue, buffer, offset, target, bytes);
    if (bytes > 0) synchronize(stream_of(queue), "reading a buffer");
  }

  void fill(Queue* queue, Buffer& buffer, std::size_t offset, std::size_t bytes,
            const void* pattern, std::size_t pattern_size) override {
    check_buffer_range(memory_of(buffer).size(), offset, bytes, "filling");
    check_fill(offset, bytes, pattern_size);
    change(queue, buffer, bytes, [&](CUstream stream, CudaBuffer& memory) {
      memory.fill(stream, offset, bytes, pattern, pattern_size);
    });
  }

  void copy(Queue* queue, Buffer& from, std::size_t from_offset, Buffer& to, std::size_t to_offset,
            std::size_t bytes) override {
    check_buffer_range(memory_of(from).size(), from_offset, bytes, "copying");
    check_buffer_range(memory_of(to).size(), to_offset, bytes, "copying to");
    if (&from == &to) check_copy(from_offset, to_offset, bytes);
    change(queue, to, bytes, [&](CUstream stream, CudaBuffer& memory) {
      if (from.is_image()) own<CudaImage>(from).enqueue_read(stream);
      context_.check(
          context_.driver().cuMemcpyDtoDAsync(memory.data() + to_offset,
                                              memory_of(from).data() + from_offset, bytes, stream),
          "copying a buffer");
    });
  }

  void write_async(Queue* queue, Buffer& buffer, std::size_t offset, const void* source,
                   std::size_t bytes) override {
    check_buffer_range(memory_of(buffer).size(), offset, bytes, "writing");
    change(queue, buffer, bytes, [&](CUstream stream, CudaBuffer& memory) {
      context_.check(
          context_.driver().cuMemcpyHtoDAsync(memory.data() + offset, source, bytes, stream),
          "writing a buffer");
    });
  }

  void read_async(Queue* queue, Buffer& buffer, std::size_t offset, void* target,
                  std::size_t bytes) override {
    const auto& memory = memory_of(buffer);
    check_buffer_range(memory.size(), offset, bytes, "reading");
    if (bytes == 0) return;
    const CUstream stream = stream_of(queue);
    events_.timed(stream, [&] {
      if (buffer.is_image()) own<CudaImage>(buffer).enqueue_read(stream);
      context_.check(
          context_.driver().cuMemcpyDtoHAsync(target, memory.data() + offset, bytes, stream),
          "reading a buffer");
    });
  }

  std::unique_ptr<HostMemory> create_host_memory(std::size_t bytes) override {
    context_.activate();
    return std::make_unique<CudaHostMemory>(context_, bytes);
  }

  std::unique_ptr<HostMemory> lock_host_memory(void* memory, std::size_t bytes) override {
    context_.activate();
    return std::make_unique<CudaMemoryLock>(context_, memory, bytes);
  }

  GuardDamage guard_damage(Buffer& buffer) override {
    finish(nullptr);
    context_.activate();
    const Untimed nobody_asks(events_);
    return guard_check_.damage(*this, memory_of(buffer));
  }

  void renew_guards(Buffer& buffer) override {
    finish(nullptr);
    context_.activate();
    memory_of(buffer).renew_guards();
  }

  std::uint64_t digest(Buffer& buffer, std::size_t offset, std::size_t bytes,
                       std::uint64_t seed) override {
    check_buffer_range(memory_of(buffer).size(), offset, bytes, "taking the digest of");
    finish(nullptr);
    const Untimed nobody_asks(events_);
    if (buffer.is_image()) own<CudaImage>(buffer).enqueue_read(stream_of(nullptr));
    return digest_.of(*this, memory_of(buffer), offset, bytes, seed);
  }

  std::optional<Differences> compare(const Comparison& comparison) override {
    finish(nullptr);
    const Untimed nobody_asks(events_);
    return comparison_.of(*this, comparison);
  }

  // Needs no context: processes that only compile take nothing of the device.
  std::unique_ptr<Program> link(std::span<const assay_source> sources, std::size_t units,
                                const std::string& options,
                                std::span<const std::string> names) override {
    if (!libraries_.nvrtc) throw DeviceError(ASSAY_UNSUPPORTED, libraries_.nvrtc_missing);
    const Compiler compiler{*libraries_.nvrtc,
                            static_cast<int>(context_.fact("compute_capability")),
                            description().name};
    const auto folders = kernel_override_folders();
    const auto build = [&] {
      const auto flat = flatten_units(sources, units, folders);
      return std::make_shared<Code>(
          compile(compiler, {flat, options, names}, cache_ ? &*cache_ : nullptr));
    };
    // Files in override folders may be edited between two builds.
    if (!cache_ || !folders.empty()) return std::make_unique<CudaProgram>(build());
    std::string key = RecentCode::key_of(sources, units, options, names);
    if (auto recent = recent_code_.find(key)) {
      return std::make_unique<CudaProgram>(std::move(recent), true);
    }
    auto code = build();
    recent_code_.keep(std::move(key), code);
    return std::make_unique<CudaProgram>(std::move(code));
  }

  std::vector<Fact> compiled(Program& program, const std::string& kernel) override {
    return facts_of(own<CudaProgram>(program).image(), kernel);
  }

  std::unique_ptr<Program> load(std::span<const std::byte> image) override {
    Image copy{{image.begin(), image.end()}, false, {}};
    // PTX ends with a zero; files do not.
    if (!is_image(copy.bytes)) copy.bytes.push_back(std::byte{0});
    if (!is_image(copy.bytes)) {
      throw DeviceError(ASSAY_INVALID,
                        "the image is neither PTX, which begins with a comment, nor "
                        "a CUBIN, which is an ELF file");
    }
    return std::make_unique<CudaProgram>(std::make_shared<Code>(std::move(copy)));
  }

  void write(Program& program, const std::string& variable,
             std::span<const std::byte> bytes) override {
    require_running("write a variable");
    own<CudaProgram>(program).module(context_)->write(stream_of(nullptr), variable, bytes);
  }

  std::unique_ptr<Kernel> create_kernel(Program& program, const std::string& name) override {
    context_.activate();
    return std::make_unique<CudaKernel>(context_, own<CudaProgram>(program).module(context_), name);
  }

  void launch(Queue* queue, Kernel& kernel, std::span<const std::size_t> global,
              std::span<const std::size_t> local,
              std::span<const KernelArgument> arguments) override {
    auto& mine = own<CudaKernel>(kernel);
    mine.check(global, local, arguments);
    const CUstream stream = stream_of(queue);
    events_.timed(stream, [&] { mine.launch(stream, global, local, arguments); });
  }

  std::unique_ptr<Queue> create_queue(bool urgent) override {
    context_.activate();
    return std::make_unique<CudaQueue>(context_, urgent);
  }

  void wait(Queue* queue, Queue* other) override {
    const CUstream first = stream_of(other);
    (queue == nullptr ? *default_queue_ : own<CudaQueue>(*queue)).wait_for(first);
  }

  void finish(Queue* queue) override {
    if (recording_) give_recording_up();
    if (queue != nullptr) return synchronize(stream_of(queue), "device work failed while it ran");
    if (context_.handle() == nullptr) return;  // nothing was ever enqueued
    context_.activate();
    if (context_.is_adopted()) {
      // Other streams are the application's.
      return synchronize(default_queue_->handle(), "device work failed while it ran");
    }
    // The whole context: plugins may have streams of their own.
    context_.check(context_.driver().cuCtxSynchronize(), "device work failed while it ran");
  }

  void begin_graph() override;
  std::unique_ptr<Graph> end_graph() override;
  void launch_graph(Queue* queue, Graph& graph) override {
    auto& mine = own<CudaGraph>(graph);
    const CUstream stream = stream_of(queue);
    events_.timed(stream, [&] { mine.launch(stream); });
  }

  void* native_handle(assay_native which) override {
    switch (which) {
      case ASSAY_NATIVE_PLATFORM:
        return nullptr;
      case ASSAY_NATIVE_DEVICE:
        device_number_ = context_.device();
        return &device_number_;
      case ASSAY_NATIVE_CONTEXT:
        context_.activate();
        return context_.handle();
      case ASSAY_NATIVE_QUEUE:
        return stream_of(nullptr);
    }
    return nullptr;
  }

  void* native_buffer(Buffer& buffer) override {
    return reinterpret_cast<void*>(own<CudaBuffer>(buffer).data());
  }

  void native_work(Queue* queue, const std::function<void(void*)>& enqueue) override {
    const CUstream stream = stream_of(queue);
    events_.timed(stream, [&] { enqueue(stream); });
  }

  void set_label(WorkLabel label) override { events_.set_label(label); }

  std::vector<double> collect_device_seconds() override {
    finish(nullptr);
    return events_.collect();
  }

  DeviceState state() override {
    if (!monitor()) return {};
    const auto guardian = guardian_.lock();
    return monitor_->read(guardian != nullptr && guardian->limits(ASSAY_LIMIT_POWER));
  }
  std::shared_ptr<void> limit(assay_limit what, double value) override {
    auto guardian = guardian_.lock();
    if (guardian == nullptr) {
      const std::string device = pci_bus_id(context_.driver(), context_.device());
      guardian = std::make_shared<LimitGuardian>(options_.limit_guardian, device);
      guardian_ = guardian;
    }
    guardian->limit(what, value);
    return guardian;
  }
  std::optional<double> energy_joules() override {
    return monitor() ? monitor_->energy_joules() : std::nullopt;
  }
  void flush_caches() override;
  void wake() override { context_.activate(); }
  Peaks measure_peaks() override { return measure_cuda_peaks(*this); }

 protected:
  std::unique_ptr<Device> open_sibling(std::size_t number) override {
    return open(
        libraries_,
        find_sibling(find_devices(libraries_.driver, description().driver), description(), number),
        options_);
  }
  [[nodiscard]] std::string own_fault() const override { return context_.fault(); }

 private:
  // Makes the context current and opens the default queue, if nobody has yet.
  [[nodiscard]] CUstream stream_of(Queue* queue) {
    context_.activate();
    if (default_queue_ == nullptr) default_queue_ = std::make_unique<CudaQueue>(context_, false);
    return queue == nullptr ? default_queue_->handle() : own<CudaQueue>(*queue).handle();
  }
  // The memory that is copied from and to: a buffer's own, or the buffer beside an image.
  static CudaBuffer& memory_of(Buffer& buffer) {
    return buffer.is_image() ? own<CudaImage>(buffer).memory() : own<CudaBuffer>(buffer);
  }
  // Calls enqueue(stream, memory), which enqueues a change of `bytes` bytes of a buffer's memory.
  template <class Enqueue>
  void change(Queue* queue, Buffer& buffer, std::size_t bytes, const Enqueue& enqueue) {
    if (bytes == 0) return;
    const CUstream stream = stream_of(queue);
    events_.timed(stream, [&] {
      const bool in_part = bytes < buffer.size();
      if (buffer.is_image() && in_part) own<CudaImage>(buffer).enqueue_read(stream);
      enqueue(stream, memory_of(buffer));
      if (buffer.is_image()) own<CudaImage>(buffer).enqueue_write(stream);
    });
  }
  // The context is active.
  [[nodiscard]] Heap& heap() {
    if (!heap_) heap_.emplace(context_);
    return *heap_;
  }
  void synchronize(CUstream stream, const char* what) {
    context_.check(context_.driver().cuStreamSynchronize(stream), what);
  }

  void require_running(const char* what) const {
    if (!recording_) return;
    throw DeviceError(
        ASSAY_INVALID,
        fmt::format("nothing runs while a graph is recorded: {} before or after", what));
  }
  // Ends the recording, so that the device can be used again, and returns what was recorded.
  CUgraph stop_recording(const char* what);
  // Ends the recording, drops what was recorded, and throws.
  [[noreturn]] void give_recording_up();
  // Opens the monitor, once. False where NVML is missing or does not know the device.
  bool monitor();

  Libraries libraries_;
  DeviceOptions options_;
  Context context_;
  std::optional<BlobCache> cache_;
  RecentCode recent_code_;  // used where there is a cache
  EventLog events_;
  std::optional<Heap> heap_;  // once there is a buffer
  DigestKernel digest_;
  ComparisonKernel comparison_;
  GuardCheck guard_check_;
  std::unique_ptr<CudaQueue> default_queue_;  // once the context is retained
  bool recording_ = false;                    // whether a graph is being recorded
  std::unique_ptr<CudaBuffer> flush_buffer_;  // once caches are flushed
  std::optional<Monitor> monitor_;
  std::weak_ptr<LimitGuardian> guardian_;  // while a trial limits the device
  CUdevice device_number_ = 0;
};

bool CudaDevice::monitor() {
  if (!monitor_ && libraries_.nvml) {
    monitor_ = Monitor::open(*libraries_.nvml, pci_bus_id(context_.driver(), context_.device()));
    if (!monitor_) libraries_.nvml.reset();  // NVML is asked only once
  }
  return monitor_.has_value();
}

void CudaDevice::begin_graph() {
  require_running("end the first graph");
  context_.check(context_.driver().cuStreamBeginCapture(stream_of(nullptr),
                                                        CU_STREAM_CAPTURE_MODE_THREAD_LOCAL),
                 "beginning to record a graph");
  recording_ = true;
  events_.set_recording(true);
}

// A recording must be ended even if it is of no use: a stream that is left recording takes no other
// work.
CUgraph CudaDevice::stop_recording(const char* what) {
  recording_ = false;
  events_.set_recording(false);
  CUgraph graph = nullptr;
  context_.check(context_.driver().cuStreamEndCapture(stream_of(nullptr), &graph), what);
  return graph;
}

std::unique_ptr<Graph> CudaDevice::end_graph() {
  if (!recording_) throw DeviceError(ASSAY_INVALID, "no graph is being recorded");
  return std::make_unique<CudaGraph>(context_, stop_recording("recording a graph"));
}

void CudaDevice::give_recording_up() {
  context_.driver().cuGraphDestroy(stop_recording("giving up the recording of a graph"));
  throw DeviceError(ASSAY_INVALID,
                    "nothing runs while a graph is recorded, so there is nothing to wait for; the "
                    "recording was given up");
}

// Writes go through the second-level cache and evict what it holds. Its policy is not documented,
// hence twice its size; lines that a kernel asked the cache to keep are not evicted until they are
// reset to ordinary ones. The caches of the multiprocessors need nothing: they are invalid at the
// beginning of every kernel.
void CudaDevice::flush_caches() {
  const CUstream stream = stream_of(nullptr);
  if (context_.driver().cuCtxResetPersistingL2Cache != nullptr) {
    context_.check(context_.driver().cuCtxResetPersistingL2Cache(),
                   "giving up the persisting part of the second-level cache");
  }
  if (!flush_buffer_) {
    flush_buffer_ = std::make_unique<CudaBuffer>(heap(), 2 * context_.fact("l2_bytes"));
  }
  const unsigned char anything = 0;
  flush_buffer_->fill(stream, 0, flush_buffer_->size(), &anything, 1);
  synchronize(stream, "flushing the caches");
}

// A device in the context and on the stream of an application.
class AdoptedDevice final : public CudaDevice, public Adopted {
 public:
  AdoptedDevice(const Libraries& libraries, FoundDevice found, CUcontext context, CUstream stream,
                const DeviceOptions& options)
      : CudaDevice(libraries, std::move(found), context, stream, options),
        driver_(libraries.driver) {}

  std::unique_ptr<Buffer> borrow(void* native) override {
    return std::make_unique<CudaBuffer>(reinterpret_cast<CUdeviceptr>(native));
  }
  [[nodiscard]] bool default_queue_is_timed() const override { return true; }
  [[nodiscard]] std::shared_ptr<void> keep_thread() override {
    CUcontext current = nullptr;
    if (driver_.cuCtxGetCurrent(&current) != CUDA_SUCCESS) return nullptr;
    return {current,
            [set = driver_.cuCtxSetCurrent](void* before) { set(static_cast<CUcontext>(before)); }};
  }

 private:
  Driver driver_;
};

// The context of a stream; without a stream, the one that is current on this thread.
CUcontext context_of(const Driver& driver, CUstream stream) {
  CUcontext context = nullptr;
  const CUresult code = stream == nullptr ? driver.cuCtxGetCurrent(&context)
                                          : driver.cuStreamGetCtx(stream, &context);
  check(driver, code, "asking for the application's context");
  if (context != nullptr) return context;
  throw DeviceError(ASSAY_INVALID,
                    "no CUDA context is current on this thread: make the application's context "
                    "current (with CUDA's runtime, cudaFree(nullptr) opens one), or hand over one "
                    "of its streams");
}

// The device of the context that is current on this thread.
CUdevice current_device(const Driver& driver) {
  CUdevice device = 0;
  check(driver, driver.cuCtxGetDevice(&device), "asking for the application's device");
  return device;
}

}  // namespace

std::unique_ptr<Accelerator> adopt(const Libraries& libraries, CUstream stream,
                                   const DeviceOptions& options) {
  const Driver& driver = libraries.driver;
  std::vector<FoundDevice> devices = find_devices(libraries);  // initialises the driver
  const CUcontext context = context_of(driver, stream);
  CUcontext before = nullptr;
  check(driver, driver.cuCtxGetCurrent(&before), "asking for the current context");
  check(driver, driver.cuCtxSetCurrent(context), "making a CUDA context current");
  const std::shared_ptr<void> restored(before,
                                       [set = driver.cuCtxSetCurrent](void* context_before) {
                                         set(static_cast<CUcontext>(context_before));
                                       });
  const CUdevice device = current_device(driver);
  for (FoundDevice& found : devices) {
    if (found.device != device) continue;
    return std::make_unique<AdoptedDevice>(libraries, std::move(found), context, stream, options);
  }
  throw DeviceError(ASSAY_INVALID, "the application's device is not among those of `assay doctor`");
}

std::unique_ptr<Accelerator> adopt(CUstream stream, const DeviceOptions& options) {
  return adopt(load_libraries(), stream, options);
}

std::unique_ptr<Accelerator> open(const Libraries& libraries, FoundDevice found,
                                  const DeviceOptions& options) {
  return std::make_unique<CudaDevice>(libraries, std::move(found), options);
}

}  // namespace assay::device::cuda
