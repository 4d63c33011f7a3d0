// A device as the host services of the plugin boundary need it. One interface, a file or folder per
// backend; every call reports failure by DeviceError.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/catalog.hpp"

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
class Program {
 public:
  virtual ~Program() = default;
};
class Kernel {
 public:
  virtual ~Kernel() = default;
};
class Queue {
 public:
  virtual ~Queue() = default;
};

// Identifies enqueued device work for timing: a label the device stores with the work's events.
using WorkLabel = std::uint32_t;

struct KernelArgument {
  assay_argument_kind kind;
  Buffer* buffer;
  const void* bytes;
  std::size_t size;
};

class Device {
 public:
  virtual ~Device() = default;
  [[nodiscard]] virtual const DeviceDescription& description() const = 0;

  virtual std::unique_ptr<Buffer> create_buffer(std::size_t bytes) = 0;  // poisoned, guarded
  virtual void write(Queue* queue, Buffer& buffer, std::size_t offset, const void* source,
                     std::size_t bytes) = 0;
  virtual void read(Queue* queue, Buffer& buffer, std::size_t offset, void* target,
                    std::size_t bytes) = 0;
  virtual void fill(Queue* queue, Buffer& buffer, std::size_t offset, std::size_t bytes,
                    const void* pattern, std::size_t pattern_size) = 0;
  // True if the guard words before and after the buffer are as they were.
  virtual bool guards_intact(Buffer& buffer) = 0;

  // `sources[0]` is the translation unit; the others are what it includes by name.
  virtual std::unique_ptr<Program> build(std::span<const assay_source> sources,
                                         const std::string& options) = 0;
  virtual std::unique_ptr<Kernel> create_kernel(Program& program, const std::string& name) = 0;
  virtual void launch(Queue* queue, Kernel& kernel, std::span<const std::size_t> global,
                      std::span<const std::size_t> local,
                      std::span<const KernelArgument> arguments) = 0;

  virtual std::unique_ptr<Queue> create_queue() = 0;
  virtual void finish(Queue* queue) = 0;  // nullptr: all queues of the device
  virtual void* native_handle(assay_native which) = 0;

  // Timing of device work: work enqueued from now on is counted under `label`.
  virtual void set_label(WorkLabel label) = 0;
  // Waits for everything, then returns and forgets the device seconds per label (index = label).
  virtual std::vector<double> collect_device_seconds() = 0;

  // A short measurement of peak rates.
  virtual Peaks measure_peaks() = 0;
};

// Where compiled programs are kept; may be empty (no caching).
struct DeviceOptions {
  std::string cache_folder;
};

// All devices of this machine, cheap to call: "cpu" first, then OpenCL platforms in order.
std::vector<DeviceDescription> discover();
// Opens a device by id. Throws environment Error listing what there is.
std::unique_ptr<Device> open(const std::string& id, const DeviceOptions& options);
// Identity of this machine, all drivers included.
MachineRecord describe_machine();

}  // namespace assay::device
