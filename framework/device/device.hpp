// The interface to a device that the host services of the plugin boundary need, with one folder for
// each backend. Every call reports failure by throwing DeviceError. A device and the objects it
// created are used from one thread at a time.
//
// The facts of a device: the names that constraints and plugins may use. A name means the same
// wherever it appears; a fact that the system does not report is absent.
//
// clang-format off
//   name                              backends      meaning
//   max_threads                       cuda, opencl  work items (threads) of one group (block)
//   max_work_group_size               cuda, opencl  max_threads by its OpenCL name
//   max_work_item_0, _1, _2           cuda, opencl  work items of one group, per dimension
//   local_memory_bytes                cuda, opencl  local (shared) memory of a group; CUDA: opt-in
//   global_memory_bytes               cuda, opencl  total device memory
//   max_allocation_bytes              cuda, opencl  largest buffer
//   memory_alignment_bytes            cuda, opencl  least alignment of a buffer
//   compute_units                     cuda, opencl  compute units (multiprocessors, cores)
//   clock_mhz                         cuda, opencl  highest clock
//   same_devices                      cuda, opencl  devices of this name and driver, with this one
//   preferred_vector_float            cuda, opencl  elements of the vectors the compiler prefers
//   preferred_vector_double           cuda, opencl  elements, for double; 0 without has_double
//   has_double                        cuda, opencl  1 with double precision, else 0
//   has_int64_atomics                 cuda, opencl  1 with atomics on 64-bit integers, else 0
//   cache_line_bytes                  all           line of the nearest data cache
//   compute_capability                cuda          90 for 9.0
//   warp_size                         cuda          threads that run in step
//   registers_per_block               cuda          32-bit registers of one block
//   max_threads_per_multiprocessor    cuda          resident threads
//   shared_memory_per_multiprocessor  cuda          bytes, of all resident blocks
//   max_grid_0, _1, _2                cuda          blocks of one launch, per dimension
//   copy_engines                      cuda          copies that can run at a time alongside kernels
//   hardware_threads                  cpu           hardware threads this process may run on
//   vector_bits                       cpu           widest vectors: 128, 256, 512
//   l1_bytes                          cpu           data cache of one core
//   l2_bytes                          cpu, cuda     data cache of one core; CUDA: of the device
//   l3_bytes                          cpu           cache that cores share
//   global_cache_bytes                opencl        cache of device memory, as the driver reports
//   energy_counter                    cpu, cuda     1 if Device::energy_joules works, else absent
//   memory_bytes                      cpu           main memory
// clang-format on
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/catalog.hpp"
#include "framework/core/fact.hpp"
#include "framework/device/guards.hpp"

namespace assay::device {

// An error with the status that crosses the plugin boundary.
class DeviceError : public std::runtime_error {
 public:
  DeviceError(assay_status status, const std::string& message)
      : std::runtime_error(message), status_(status) {}
  [[nodiscard]] assay_status status() const noexcept { return status_; }

 private:
  assay_status status_;
};

// Device memory. It is owned by the code that had the device create it, and so are host memory,
// programs, kernels, queues and graphs; a device outlives all objects that it created.
class Buffer {
 public:
  virtual ~Buffer() = default;
  [[nodiscard]] virtual std::size_t size() const = 0;  // bytes, without the guard zones
};
class HostMemory {
 public:
  virtual ~HostMemory() = default;
  [[nodiscard]] virtual void* data() const = 0;
  // How far outside the memory something was written; no damage where the backend does not guard
  // it.
  [[nodiscard]] virtual GuardDamage guard_damage() const { return {}; }
};
class Program {
 public:
  virtual ~Program() = default;
  // True if no compiler ran: the binary came from the cache on disk.
  [[nodiscard]] virtual bool from_cache() const = 0;
};
class Kernel {
 public:
  virtual ~Kernel() = default;
  // The resources of the device that the kernel's launches took, as facts named "registers.NAME"
  // and so on; empty if it was never launched or the backend does not report them.
  [[nodiscard]] virtual std::vector<Fact> facts() const { return {}; }
};
class Queue {
 public:
  virtual ~Queue() = default;
};

// A recording of enqueued work that can be launched as a whole any number of times.
class Graph {
 public:
  virtual ~Graph() = default;
};

// Identifies enqueued device work for timing: a label the device stores with the work's events.
using WorkLabel = std::uint32_t;
// The label of work whose time nobody will ask for, such as the preparation of a trial: it is not
// counted, and where timing it would cost something, it is not timed.
constexpr WorkLabel untimed = std::numeric_limits<WorkLabel>::max();

struct KernelArgument {
  assay_argument_kind kind;
  Buffer* buffer;
  const void* bytes;
  std::size_t size;
};

// The state that a device reports of itself; values that it does not report are absent.
struct DeviceState {
  std::optional<double> clock_mhz = std::nullopt;  // of the multiprocessors
  std::optional<double> memory_clock_mhz = std::nullopt;
  std::optional<double> power_watts = std::nullopt;
  std::optional<double> temperature_celsius = std::nullopt;
  std::string throttle_reasons = {};  // "power cap, heat"; "" if it runs as fast as it may
};

class Device {
 public:
  virtual ~Device() = default;
  [[nodiscard]] virtual const DeviceDescription& description() const = 0;

  // Another device of the same name and driver. Number 0 is this one; the others follow in the
  // order of discovery, in which the first comes after the last. A sibling is opened at the first
  // call and owned by this device. ASSAY_UNSUPPORTED for numbers from the fact same_devices on.
  [[nodiscard]] Device& sibling(std::size_t number);

  // Creates a poisoned buffer: every byte is 0xFF, which is NaN as float and as double. Guard zones
  // lie directly before and after it (guards.hpp), whose contents differ from buffer to buffer.
  // `bytes` may be 0. ASSAY_OUT_OF_MEMORY if the device cannot hold it.
  virtual std::unique_ptr<Buffer> create_buffer(std::size_t bytes) = 0;
  // Offsets and sizes are in bytes; ASSAY_INVALID if the range leaves the buffer. The host memory
  // of write() and read() is free to use when they return. A null `queue` is the device's default
  // queue.
  virtual void write(Queue* queue, Buffer& buffer, std::size_t offset, const void* source,
                     std::size_t bytes) = 0;
  virtual void read(Queue* queue, Buffer& buffer, std::size_t offset, void* target,
                    std::size_t bytes) = 0;
  // `pattern_size` is a power of two up to 16, `offset` and `bytes` are multiples of it.
  virtual void fill(Queue* queue, Buffer& buffer, std::size_t offset, std::size_t bytes,
                    const void* pattern, std::size_t pattern_size) = 0;
  // Like write() and read(), but these may return when the copy is enqueued: the host memory must
  // stay as it is until the queue is finished.
  virtual void write_async(Queue* queue, Buffer& buffer, std::size_t offset, const void* source,
                           std::size_t bytes) = 0;
  virtual void read_async(Queue* queue, Buffer& buffer, std::size_t offset, void* target,
                          std::size_t bytes) = 0;
  // Creates host memory that this device copies from and to fastest (page-locked, where there are
  // page locks), aligned to 64 bytes at least. `bytes` may be 0. Nothing may use the memory any
  // more when it is destroyed.
  virtual std::unique_ptr<HostMemory> create_host_memory(std::size_t bytes) = 0;
  // Makes memory of the caller as fast to copy from and to as that of create_host_memory(); it must
  // outlive the returned object. Does nothing where there are no page locks or the memory is locked
  // already. ASSAY_OUT_OF_MEMORY if the system refuses to lock more.
  virtual std::unique_ptr<HostMemory> lock_host_memory(void* memory, std::size_t bytes);
  // Waits for all queues, then returns how far outside the buffer something was written, according
  // to its guard zones.
  [[nodiscard]] virtual GuardDamage guard_damage(Buffer& buffer) = 0;
  // Waits for all queues, then gives the guard zones new contents: a result that depends on them
  // changes from then on.
  virtual void renew_guards(Buffer& buffer) = 0;
  // Waits for all queues, then returns the digest (core/digest.hpp) of a range of the buffer's
  // bytes. It is computed on the device where the device can compile, and is `untimed`.
  // ASSAY_INVALID if the range leaves the buffer.
  [[nodiscard]] virtual std::uint64_t digest(Buffer& buffer, std::size_t offset, std::size_t bytes,
                                             std::uint64_t seed) = 0;

  // Compiles a program. `sources[0]` is the translation unit; the other sources are the files it
  // includes by name (sources.hpp). ASSAY_COMPILE_ERROR with the build log.
  virtual std::unique_ptr<Program> build(std::span<const assay_source> sources,
                                         const std::string& options) = 0;
  // ASSAY_INVALID, with the names of the program's kernels, if none of them has that name.
  virtual std::unique_ptr<Kernel> create_kernel(Program& program, const std::string& name) = 0;
  // Enqueues a launch; `global` counts work items and is a multiple of `local`, per dimension (1 to
  // 3). ASSAY_INVALID for arguments or sizes that make no sense, ASSAY_UNSUPPORTED for more work
  // items or local memory than the device or the compiled kernel allows.
  virtual void launch(Queue* queue, Kernel& kernel, std::span<const std::size_t> global,
                      std::span<const std::size_t> local,
                      std::span<const KernelArgument> arguments) = 0;

  // Kernels of urgent queues start before those of other queues, on backends with priorities.
  virtual std::unique_ptr<Queue> create_queue(bool urgent) = 0;
  // Makes work enqueued on `queue` from now on start after all work already enqueued on `other` has
  // ended; nullptr is the default queue. Returns at once.
  virtual void wait(Queue* queue, Queue* other) = 0;
  virtual void finish(Queue* queue) = 0;                // nullptr: all queues of the device
  virtual void* native_handle(assay_native which) = 0;  // nullptr if there is none
  // The vendor's handle of a buffer's memory. ASSAY_UNSUPPORTED where the backend hands out none.
  virtual void* native_buffer(Buffer& buffer);
  // Calls `enqueue` with the queue's native handle to enqueue work on it directly; timed as one
  // piece of work. ASSAY_UNSUPPORTED where the backend hands out no handles.
  virtual void native_work(Queue* queue, const std::function<void(void* native)>& enqueue);

  // Records a graph. Work enqueued between begin_graph() and end_graph() on the default queue, and
  // on queues that wait for it, does not run but becomes the graph. The default queue must wait for
  // those queues before end_graph(). Until then, calls that wait for the device or create buffers
  // are ASSAY_INVALID, and finish() also gives up the recording. ASSAY_UNSUPPORTED where there are
  // no graphs.
  virtual void begin_graph();
  virtual std::unique_ptr<Graph> end_graph();
  // Enqueues all work of the graph; timed as one piece of work.
  virtual void launch_graph(Queue* queue, Graph& graph);

  // Counts the device time of work enqueued from now on under `label` (initially 0). Labels index a
  // vector, so they are small, except for `untimed`.
  virtual void set_label(WorkLabel label) = 0;
  // Waits for everything, then returns and forgets the device seconds per label (index = label).
  // Work of several queues that overlapped counts fully on each.
  virtual std::vector<double> collect_device_seconds() = 0;

  // The current state of the device; all values are absent where the device reports none. A query
  // takes up to some milliseconds.
  virtual DeviceState state() { return {}; }
  // The energy that the device has used since some fixed moment: only differences are meaningful.
  // The counter advances in steps, some ten to a thousand times a second; a query takes far less
  // than a step. Absent where the device reports no energy.
  virtual std::optional<double> energy_joules() { return std::nullopt; }
  // Evicts everything that the caches of the device hold. Waits for that; none of it is timed.
  virtual void flush_caches() = 0;
  // Makes the driver do at once what it would do at the first use of the device, which takes some
  // drivers longer than most trials.
  virtual void wake() {}
  // Why this device, or a sibling that it opened, can do no more work in this process (a kernel
  // faulted); "" while they can.
  [[nodiscard]] std::string fault() const;

  // Measures peak rates, briefly.
  virtual Peaks measure_peaks() = 0;

 protected:
  // The implementation of sibling() and fault() for one device.
  virtual std::unique_ptr<Device> open_sibling(std::size_t number);
  [[nodiscard]] virtual std::string own_fault() const { return ""; }

 private:
  std::map<std::size_t, std::unique_ptr<Device>> siblings_;
};

// Options for opening a device. `cache_folder` keeps compiled programs; if empty, none are kept.
struct DeviceOptions {
  std::string cache_folder;
};

// All devices of this machine: "cpu" first, then each backend's own, in an order that stays the
// same from call to call. Accelerators come before devices that run on the host's cores.
std::vector<DeviceDescription> discover();
// Why there is no OpenCL device, with the cure; empty if there is one.
std::string opencl_unavailable_reason();
// A missing library or device, without which CUDA or some report about a CUDA device is
// unavailable.
struct Missing {
  std::string what;  // "CUDA", "NVRTC", "NVML"
  std::string reason;
  std::string cure;
};
std::vector<Missing> missing_for_cuda();
// Makes CUDA devices that are opened from now on run `queues` queues concurrently: at least 8 (the
// driver's own default), at most 32, and no fewer than any earlier call asked for. Each queue has a
// connection of its own, which takes time to open and to close. CUDA_DEVICE_MAX_CONNECTIONS in the
// environment takes precedence.
void expect_queues(std::size_t queues);
// Opens a device by id. Throws environment Error listing what there is.
std::unique_ptr<Device> open(const std::string& id, const DeviceOptions& options);
// Identity of this machine, all drivers included.
MachineRecord describe_machine();

}  // namespace assay::device
