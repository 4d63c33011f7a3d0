// Words with which the framework's own kernels are written once for OpenCL C and CUDA C++.
#pragma once

namespace assay::device {

// Constant: GROUP_SIZE, the work items of a group.
inline constexpr const char* words_of_kernels = R"(
#ifdef __OPENCL_VERSION__
#define KERNEL __kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1))) void
#define GLOBAL __global
#define LOCAL __local
#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#define LOCAL_ID get_local_id(0)
#define GROUP_ID get_group_id(0)
#define GROUPS get_num_groups(0)
#define BITS_OF(number) as_ulong(number)
typedef ulong word_t;
typedef uchar byte_t;
#else
#define KERNEL extern "C" __global__ __launch_bounds__(GROUP_SIZE) void
#define GLOBAL
#define LOCAL __shared__
#define BARRIER() __syncthreads()
#define LOCAL_ID threadIdx.x
#define GROUP_ID blockIdx.x
#define GROUPS gridDim.x
#define BITS_OF(number) (unsigned long long)__double_as_longlong(number)
typedef unsigned long long word_t;
typedef unsigned char byte_t;
#endif
)";

}  // namespace assay::device
