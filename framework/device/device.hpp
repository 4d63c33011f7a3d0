// Every device has a description, and capabilities, which are asked for by their types. Each is an
// interface in a header of this folder, and each backend has a folder below it. Every call
// reports failure by throwing DeviceError. A device and the objects it created are used from one
// thread at a time.
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
//   energy_counter                    cpu, cuda     1 if Sensors::energy_joules works, else absent
//   memory_bytes                      cpu           main memory
// clang-format on
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>

#include "framework/core/catalog.hpp"
#include "framework/device/device_error.hpp"

namespace assay::device {

class Device {
 public:
  virtual ~Device() = default;
  [[nodiscard]] virtual const DeviceDescription& description() const = 0;

  // The device as one with a capability, such as Graphs; nullptr if it lacks that. The lookup takes
  // longer than a virtual call: keep what it returns where time matters.
  template <class Capability>
  [[nodiscard]] Capability* find() {
    return dynamic_cast<Capability*>(this);
  }
  // As find(), for capabilities that the caller cannot do without. Throws DeviceError
  // ASSAY_UNSUPPORTED naming the device and the cure if it lacks that.
  template <class Capability>
  [[nodiscard]] Capability& require() {
    if (auto* found = find<Capability>()) return *found;
    throw DeviceError(ASSAY_UNSUPPORTED, Capability::missing_on(*this));
  }
  // Why the device has none of something ("queues") that every accelerator has, with the cure.
  [[nodiscard]] virtual std::string why_no(const std::string& what) const;

  // Another device of the same name and driver. Number 0 is this one; the others follow in the
  // order of discovery, in which the first comes after the last. A sibling is opened at the first
  // call and owned by this device. ASSAY_UNSUPPORTED for numbers from the fact same_devices on.
  [[nodiscard]] Device& sibling(std::size_t number);

  // Makes the driver do at once what it would do at the first use of the device, which takes some
  // drivers longer than most trials.
  virtual void wake() {}
  // Why this device, or a sibling that it opened, can do no more work in this process (a kernel
  // faulted); "" while they can.
  [[nodiscard]] std::string fault() const;

 protected:
  // The implementation of sibling() and fault() for one device.
  virtual std::unique_ptr<Device> open_sibling(std::size_t number);
  [[nodiscard]] virtual std::string own_fault() const { return ""; }

 private:
  std::map<std::size_t, std::unique_ptr<Device>> siblings_;
};

}  // namespace assay::device
