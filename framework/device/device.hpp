// A device as the host services of the plugin boundary need it. One interface, a folder per
// backend; every call reports failure by DeviceError. A device and what it created are used from
// one thread at a time.
//
// Facts of a device, the names that constraints and plugins may use. A name means the same wherever
// it appears; a fact that the system does not tell is absent.
//
// clang-format off
//   name                              backends      meaning
//   max_threads                       cuda, opencl  work items (threads) of one group (block)
//   max_work_group_size               cuda, opencl  the same, by its OpenCL name
//   max_work_item_0, _1, _2           cuda, opencl  work items of one group, per dimension
//   local_memory_bytes                cuda, opencl  local (shared) memory of one group; CUDA: opted in
//   global_memory_bytes               cuda, opencl  device memory in all
//   max_allocation_bytes              cuda, opencl  of one buffer
//   memory_alignment_bytes            cuda, opencl  to which buffers are aligned at least
//   compute_units                     cuda, opencl  compute units (multiprocessors, cores)
//   clock_mhz                         cuda, opencl  highest clock
//   same_devices                      cuda, opencl  devices of this name and driver, with itself
//   preferred_vector_float            cuda, opencl  elements of the compiler's favourite vectors
//   preferred_vector_double           cuda, opencl  the same; 0 without double precision
//   has_double                        cuda, opencl  1 with double precision, else 0
//   has_int64_atomics                 cuda, opencl  1 with atomics on 64-bit integers, else 0
//   cache_line_bytes                  all           line of the nearest data cache
//   compute_capability                cuda          90 for 9.0
//   warp_size                         cuda          threads that run in step
//   registers_per_block               cuda          32-bit registers of one block
//   max_threads_per_multiprocessor    cuda          resident threads
//   shared_memory_per_multiprocessor  cuda          bytes, of all resident blocks
//   max_grid_0, _1, _2                cuda          blocks of one launch, per dimension
//   copy_engines                      cuda          copies that run beside kernels at a time
//   hardware_threads                  cpu           hardware threads this process may run on
//   vector_bits                       cpu           widest vectors: 128, 256, 512
//   l1_bytes                          cpu           data cache of one core
//   l2_bytes                          cpu, cuda     data cache of one core; CUDA: of the device
//   l3_bytes                          cpu           the cache that cores share
//   global_cache_bytes                opencl        cache of device memory, as the driver tells
//   energy_counter                    cpu, cuda     1 where Device::energy_joules tells, else absent
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
#include "framework/core/trial.hpp"
#include "framework/device/guards.hpp"

namespace assay::device {

// Carries the status that crosses the plugin boundary.
class DeviceError : public std::runtime_error {
 public:
  DeviceError(assay_status status, const std::string& message)
      : std::runtime_error(message), status_(status) {}
  [[nodiscard]] assay_status status() const noexcept { return status_; }

 private:
  assay_status status_;
};

// Owned by whoever created them, through the device; a device outlives all of them.
class Buffer {
 public:
  virtual ~Buffer() = default;
  [[nodiscard]] virtual std::size_t size() const = 0;  // bytes, without guards
};
class HostMemory {
 public:
  virtual ~HostMemory() = default;
  [[nodiscard]] virtual void* data() const = 0;
  // How far out of the memory somebody wrote; nothing where the backend does not guard it.
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
  // What its launches took of the device, as facts named "registers.NAME" and the like; empty if it
  // was never launched or the backend does not tell.
  [[nodiscard]] virtual std::vector<Fact> facts() const { return {}; }
};
class Queue {
 public:
  virtual ~Queue() = default;
};

// Enqueued work that was recorded, to be launched as a whole as often as wanted.
class Graph {
 public:
  virtual ~Graph() = default;
};

// Identifies enqueued device work for timing: a label the device stores with the work's events.
using WorkLabel = std::uint32_t;
// The label of work whose time nobody will ask for, such as the preparation of a trial: it is not
// counted, and where telling its time would cost some, nothing of that is done.
constexpr WorkLabel untimed = std::numeric_limits<WorkLabel>::max();

struct KernelArgument {
  assay_argument_kind kind;
  Buffer* buffer;
  const void* bytes;
  std::size_t size;
};

// What a device says of its own state; what it does not tell is absent.
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

  // Another device of the same name and driver: 0 is this one, the others follow it in discovery's
  // order, the last one followed by the first. Opened when first asked for, and this device's own.
  // ASSAY_UNSUPPORTED from the fact same_devices on.
  [[nodiscard]] Device& sibling(std::size_t number);

  // Poisoned: every byte is 0xFF, which is NaN as float and as double. Guard zones lie directly
  // before and after (guards.hpp): what is read there differs from buffer to buffer.
  // `bytes` may be 0. ASSAY_OUT_OF_MEMORY if the device cannot hold it.
  virtual std::unique_ptr<Buffer> create_buffer(std::size_t bytes) = 0;
  // Offsets and sizes in bytes; ASSAY_INVALID if they leave the buffer. The host memory of `write`
  // and `read` is free to use when they return. `queue` nullptr: the device's default queue.
  virtual void write(Queue* queue, Buffer& buffer, std::size_t offset, const void* source,
                     std::size_t bytes) = 0;
  virtual void read(Queue* queue, Buffer& buffer, std::size_t offset, void* target,
                    std::size_t bytes) = 0;
  // `pattern_size` is a power of two up to 16, `offset` and `bytes` are multiples of it.
  virtual void fill(Queue* queue, Buffer& buffer, std::size_t offset, std::size_t bytes,
                    const void* pattern, std::size_t pattern_size) = 0;
  // As write and read, but they may return when the copy is enqueued: the host memory stays as it
  // is until the queue is finished.
  virtual void write_async(Queue* queue, Buffer& buffer, std::size_t offset, const void* source,
                           std::size_t bytes) = 0;
  virtual void read_async(Queue* queue, Buffer& buffer, std::size_t offset, void* target,
                          std::size_t bytes) = 0;
  // Host memory that this device copies from and to fastest (page-locked, where there is such),
  // aligned to 64 bytes at least. `bytes` may be 0. Nothing may use it any more when it goes.
  virtual std::unique_ptr<HostMemory> create_host_memory(std::size_t bytes) = 0;
  // Makes the caller's memory like that, which outlives what is returned. Where there are no page
  // locks, or the memory is locked already, nothing happens. ASSAY_OUT_OF_MEMORY if the system
  // locks no more.
  virtual std::unique_ptr<HostMemory> lock_host_memory(void* memory, std::size_t bytes);
  // Waits for all queues. How far out of the buffer somebody wrote, as its guard zones tell.
  [[nodiscard]] virtual GuardDamage guard_damage(Buffer& buffer) = 0;
  // Waits for all queues, and gives the guard zones other contents: a result that depends on them
  // is another one from then on.
  virtual void renew_guards(Buffer& buffer) = 0;
  // Waits for all queues. The digest of core/digest.hpp of bytes of the buffer, taken on the device
  // where it can compile, and `untimed`. ASSAY_INVALID if they leave the buffer.
  [[nodiscard]] virtual std::uint64_t digest(Buffer& buffer, std::size_t offset, std::size_t bytes,
                                             std::uint64_t seed) = 0;

  // `sources[0]` is the translation unit; the others are what it includes by name (sources.hpp).
  // ASSAY_COMPILE_ERROR with the build log.
  virtual std::unique_ptr<Program> build(std::span<const assay_source> sources,
                                         const std::string& options) = 0;
  // ASSAY_INVALID naming the program's kernels if it has none of that name.
  virtual std::unique_ptr<Kernel> create_kernel(Program& program, const std::string& name) = 0;
  // Enqueues; `global` counts work items and is a multiple of `local`, per dimension (1 to 3).
  // ASSAY_INVALID for arguments or sizes that make no sense, ASSAY_UNSUPPORTED for more work items
  // or local memory than the device or the compiled kernel allows.
  virtual void launch(Queue* queue, Kernel& kernel, std::span<const std::size_t> global,
                      std::span<const std::size_t> local,
                      std::span<const KernelArgument> arguments) = 0;

  // Kernels of urgent queues start before those of others where the backend has such an order.
  virtual std::unique_ptr<Queue> create_queue(bool urgent) = 0;
  // Work enqueued on `queue` from now on starts after all that is now in `other` has ended; nullptr
  // is the default queue. Returns at once.
  virtual void wait(Queue* queue, Queue* other) = 0;
  virtual void finish(Queue* queue) = 0;                // nullptr: all queues of the device
  virtual void* native_handle(assay_native which) = 0;  // nullptr if there is none
  // The vendor's handle of a buffer's memory. ASSAY_UNSUPPORTED where the backend hands out none.
  virtual void* native_buffer(Buffer& buffer);
  // Has `enqueue` enqueue work by itself on the queue, whose own handle it gets; timed as one piece
  // of work. ASSAY_UNSUPPORTED as above.
  virtual void native_work(Queue* queue, const std::function<void(void* native)>& enqueue);

  // Between the two nothing runs that is enqueued on the default queue and on queues that wait for
  // it; it becomes the graph. Those queues are waited for by the default one before the end. What
  // waits for the device or creates buffers is ASSAY_INVALID meanwhile, and finish() gives the
  // recording up. ASSAY_UNSUPPORTED where there are no graphs.
  virtual void begin_graph();
  virtual std::unique_ptr<Graph> end_graph();
  // Enqueues all of it; timed as one piece of work.
  virtual void launch_graph(Queue* queue, Graph& graph);

  // Timing of device work: work enqueued from now on is counted under `label` (at first 0). Labels
  // index a vector, so they are small; but for `untimed`.
  virtual void set_label(WorkLabel label) = 0;
  // Waits for everything, then returns and forgets the device seconds per label (index = label).
  // Work of several queues that overlapped counts fully on each.
  virtual std::vector<double> collect_device_seconds() = 0;

  // The device's state of the moment, all absent where nothing is told. Asking takes up to some
  // milliseconds.
  virtual DeviceState state() { return {}; }
  // What the device took since some fixed moment: differences count. The counter moves in steps,
  // some ten to a thousand times a second; asking takes far less than a step. Absent where nothing
  // is told.
  virtual std::optional<double> energy_joules() { return std::nullopt; }
  // Afterwards no cache of the device holds what it held before. Waits; nothing is timed.
  virtual void flush_caches() = 0;
  // Has the driver do now what the first use of the device would have it do: it takes some longer
  // than most trials.
  virtual void wake() {}
  // Why this device or a sibling it opened can do nothing more in this process (a kernel that
  // faulted); "" while they can.
  [[nodiscard]] std::string fault() const;

  // A short measurement of peak rates.
  virtual Peaks measure_peaks() = 0;

 protected:
  // What stands behind sibling() and fault(), for one device.
  virtual std::unique_ptr<Device> open_sibling(std::size_t number);
  [[nodiscard]] virtual std::string own_fault() const { return ""; }

 private:
  std::map<std::size_t, std::unique_ptr<Device>> siblings_;
};

// Where compiled programs are kept; may be empty (no caching).
struct DeviceOptions {
  std::string cache_folder;
};

// All devices of this machine: "cpu" first, then each backend's own, in an order that stays the
// same from call to call. Accelerators come before devices that run on the host's cores.
std::vector<DeviceDescription> discover();
// Why there is no OpenCL device, with the cure; empty if there is one.
std::string opencl_unavailable_reason();
// What is missing for CUDA, or for all that is told about a CUDA device, with its cure.
struct Missing {
  std::string what;  // "CUDA", "NVRTC", "NVML"
  std::string reason;
  std::string cure;
};
std::vector<Missing> missing_for_cuda();
// Has CUDA devices that are opened from now on run so many queues side by side, 8 (the driver's own
// default) to 32 of them, and no fewer than asked for before: each has a connection of its own,
// which takes time to open and to close. CUDA_DEVICE_MAX_CONNECTIONS in the environment goes
// before.
void expect_queues(std::size_t queues);
// Opens a device by id. Throws environment Error listing what there is.
std::unique_ptr<Device> open(const std::string& id, const DeviceOptions& options);
// Identity of this machine, all drivers included.
MachineRecord describe_machine();

}  // namespace assay::device
