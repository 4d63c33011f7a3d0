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

#include <array>

namespace assay::device {

// Every name in the table.
// clang-format off
inline constexpr std::array fact_names = {
    "max_threads", "max_work_group_size", "max_work_item_0", "max_work_item_1", "max_work_item_2",
    "local_memory_bytes", "global_memory_bytes", "max_allocation_bytes", "memory_alignment_bytes",
    "compute_units", "clock_mhz", "same_devices", "preferred_vector_float",
    "preferred_vector_double", "has_double", "has_int64_atomics", "cache_line_bytes",
    "compute_capability", "warp_size", "registers_per_block", "max_threads_per_multiprocessor",
    "shared_memory_per_multiprocessor", "max_grid_0", "max_grid_1", "max_grid_2", "copy_engines",
    "hardware_threads", "vector_bits", "l1_bytes", "l2_bytes", "l3_bytes", "global_cache_bytes",
    "energy_counter", "memory_bytes"};
// clang-format on

}  // namespace assay::device
