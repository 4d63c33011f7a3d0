// One source for OpenCL C 1.2 and CUDA C++ (NVRTC): macros for the few things in which they differ.
//
// Compile-time constants that every user of this header sets:
//   REAL_BITS     32 or 64: the type `real`
//   VECTOR_WIDTH  1, 2, 4, 8 or 16 elements in a `realv`. A width above 1 spells out for a CPU's
//                 vector unit what a GPU does across its work items; CUDA supports only 1.
#ifndef DIALECT_H
#define DIALECT_H

#if REAL_BITS == 64
#define REAL_TYPE double
#define BITS_TYPE long
#else
#define REAL_TYPE float
#define BITS_TYPE int
#endif

#ifdef __OPENCL_VERSION__

#if REAL_BITS == 64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#define KERNEL(group_size) __kernel __attribute__((reqd_work_group_size(group_size, 1, 1))) void
#define FUNCTION static
#define INLINED static __attribute__((always_inline))  // its arguments become constants
#define GLOBAL __global
#define LOCAL __local        // declares an array that the work group shares
#define LOCAL_SPACE __local  // address space of pointers to such an array
#define CONSTANT __constant  // declares an array that no kernel changes
#define CONSTANT_SPACE __constant
// Local memory whose size is set by the launch: declared last in a kernel's list of parameters,
// without a comma before it, and first in its body.
#define LOCAL_PARAMETER(type, name) , __local type* const name
#define LOCAL_PARAMETER_BODY(type, name)
#define RESTRICT restrict
// A group of one item waits for no other; CPU compilers would turn each barrier into loops over
// items.
#if defined(WORK_GROUP_SIZE) && WORK_GROUP_SIZE == 1
#define BARRIER()
#else
#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#endif
#define GLOBAL_BARRIER() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define LOCAL_ID ((uint)get_local_id(0))
#define GROUP_ID ((uint)get_group_id(0))
#define GROUP_ID_Y ((uint)get_group_id(1))
#define ALIGNED __attribute__((aligned(16)))  // so that one load reads several neighbours
// The number of work items that run in step: a full warp in CUDA. OpenCL 1.2 does not tell, so that
// each item walks alone.
#define STEP 1
#define ANY_IN_STEP(condition) (condition)  // true if it holds for any of them

typedef REAL_TYPE real;
#define DIALECT_JOIN2(a, b) a##b
#define DIALECT_JOIN(a, b) DIALECT_JOIN2(a, b)
#if VECTOR_WIDTH == 1
typedef REAL_TYPE realv;
typedef BITS_TYPE bitsv;
typedef uint uintv;
#define DIALECT_UINTV uint
#define DIALECT_REALV REAL_TYPE
#define AS_BITS(x) DIALECT_JOIN(as_, BITS_TYPE)(x)
#define AS_REAL(x) DIALECT_JOIN(as_, REAL_TYPE)(x)
#define LOAD(pointer, vector) ((pointer)[vector])
#define STORE(value, pointer, vector) ((pointer)[vector] = (value))
#else
#define DIALECT_REALV DIALECT_JOIN(REAL_TYPE, VECTOR_WIDTH)
typedef DIALECT_REALV realv;
typedef DIALECT_JOIN(BITS_TYPE, VECTOR_WIDTH) bitsv;
#define DIALECT_UINTV DIALECT_JOIN(uint, VECTOR_WIDTH)
typedef DIALECT_UINTV uintv;
#define AS_BITS(x) DIALECT_JOIN(as_, DIALECT_JOIN(BITS_TYPE, VECTOR_WIDTH))(x)
#define AS_REAL(x) DIALECT_JOIN(as_, DIALECT_JOIN(REAL_TYPE, VECTOR_WIDTH))(x)
#define LOAD(pointer, vector) DIALECT_JOIN(vload, VECTOR_WIDTH)(vector, pointer)
#define STORE(value, pointer, vector) DIALECT_JOIN(vstore, VECTOR_WIDTH)(value, vector, pointer)
#endif
#define SPLAT(x) ((realv)(x))
#define SPLAT_UINT(x) ((uintv)(x))
#define TO_UINT(x) DIALECT_JOIN(convert_, DIALECT_UINTV)(x)
#define TO_REAL(x) DIALECT_JOIN(convert_, DIALECT_REALV)(x)
// max(x, 0) of numbers; fmax does more, since it must also handle NaN.
#define POSITIVE(x) ((x) > ZERO ? (x) : ZERO)
// max(x, 0) of numbers in one instruction: the maximum of the bits as an integer, whose sign is
// that of the number.
#define NOT_NEGATIVE(x) AS_REAL(max(AS_BITS(x), (bitsv)(0)))
// max(x, 0) of numbers up to 1; a GPU saturates a float at no cost.
#if VECTOR_WIDTH == 1 && REAL_BITS == 32
#define SATURATE(x) clamp(x, ZERO, ONE)
#else
#define SATURATE(x) NOT_NEGATIVE(x)
#endif

#else  // CUDA

#if VECTOR_WIDTH != 1
#error "CUDA has no vector arithmetic: VECTOR_WIDTH must be 1"
#endif

#define KERNEL(group_size) extern "C" __global__ void __launch_bounds__(group_size)
#define FUNCTION static __device__ __forceinline__
#define INLINED FUNCTION
#define GLOBAL
#define LOCAL __shared__
#define LOCAL_SPACE
#define CONSTANT __constant__
#define CONSTANT_SPACE
#define LOCAL_PARAMETER(type, name)
#define LOCAL_PARAMETER_BODY(type, name) extern __shared__ type name[];
#define RESTRICT __restrict__
#define BARRIER() __syncthreads()
#define GLOBAL_BARRIER() __syncthreads()
#define LOCAL_ID (threadIdx.x)
#define GROUP_ID (blockIdx.x)
#define GROUP_ID_Y (blockIdx.y)
#define ALIGNED __align__(16)
#define STEP 32
#define ANY_IN_STEP(condition) __any_sync(0xffffffffU, condition)
#define ANY_IN_GROUP(condition) __syncthreads_or(condition)  // all items of the group must call it

typedef unsigned int uint;
typedef unsigned long long ulong;
typedef REAL_TYPE real;
typedef real realv;
typedef uint uintv;
#if REAL_BITS == 64
typedef long long bitsv;
#define AS_BITS(x) __double_as_longlong(x)
#define AS_REAL(x) __longlong_as_double(x)
#else
typedef int bitsv;
#define AS_BITS(x) __float_as_int(x)
#define AS_REAL(x) __int_as_float(x)
#endif
#define LOAD(pointer, vector) ((pointer)[vector])
#define STORE(value, pointer, vector) ((pointer)[vector] = (value))
#define SPLAT(x) (x)
#define SPLAT_UINT(x) (x)
#define TO_UINT(x) ((uint)(x))
#define TO_REAL(x) ((real)(x))
#define POSITIVE(x) fmax(x, ZERO)
#if REAL_BITS == 64
// Only the high word is examined and changed: the remainder of a negative number is below 2^-1042.
#define NOT_NEGATIVE(x) __hiloint2double(max(__double2hiint(x), 0), __double2loint(x))
#define SATURATE(x) NOT_NEGATIVE(x)
#else
#define NOT_NEGATIVE(x) fmaxf(x, 0.0F)
#define SATURATE(x) __saturatef(x)
#endif

#endif

// *sum += value, atomically among all work items. OpenCL 1.2 has no atomic addition of
// floating-point numbers: their bits are compared and swapped until no other item interfered; for
// 64 bits that needs cl_khr_int64_base_atomics. The order of the additions, hence the last bits,
// varies.
#ifdef __OPENCL_VERSION__
#if REAL_BITS == 64
#ifdef cl_khr_int64_base_atomics
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#define COMPARE_AND_SWAP atom_cmpxchg
#endif
#define WORD_TYPE ulong
#else
#define COMPARE_AND_SWAP atomic_cmpxchg
#define WORD_TYPE uint
#endif
#ifdef COMPARE_AND_SWAP
FUNCTION void atomic_add_real(GLOBAL real* sum, const real value) {
  volatile GLOBAL WORD_TYPE* const word = (volatile GLOBAL WORD_TYPE*)sum;
  union {
    WORD_TYPE word;
    real value;
  } seen, wanted;
  WORD_TYPE found = *word;
  do {
    seen.word = found;
    wanted.value = seen.value + value;
    found = COMPARE_AND_SWAP(word, seen.word, wanted.word);
  } while (found != seen.word);
}
#endif
#else
FUNCTION void atomic_add_real(real* sum, const real value) { atomicAdd(sum, value); }
#endif

// Atomic operations of all work items on integers of 32 bits in local or global memory: *pointer
// becomes its sum, maximum, minimum, bitwise and, or bitwise or with value. Each returns the
// previous value.
#ifdef __OPENCL_VERSION__
#define ATOMIC_ADD(pointer, value) atomic_add(pointer, value)
#define ATOMIC_MAX(pointer, value) atomic_max(pointer, value)
#define ATOMIC_MIN(pointer, value) atomic_min(pointer, value)
#define ATOMIC_AND(pointer, value) atomic_and(pointer, value)
#define ATOMIC_OR(pointer, value) atomic_or(pointer, value)
#else
#define ATOMIC_ADD(pointer, value) atomicAdd(pointer, value)
#define ATOMIC_MAX(pointer, value) atomicMax(pointer, value)
#define ATOMIC_MIN(pointer, value) atomicMin(pointer, value)
#define ATOMIC_AND(pointer, value) atomicAnd(pointer, value)
#define ATOMIC_OR(pointer, value) atomicOr(pointer, value)
#endif

// Sets *pointer = wanted, atomically, if it equals `expected`; returns the previous value.
#ifdef __OPENCL_VERSION__
#define ATOMIC_SWAP_IF(pointer, expected, wanted) atomic_cmpxchg(pointer, expected, wanted)
#else
#define ATOMIC_SWAP_IF(pointer, expected, wanted) atomicCAS(pointer, expected, wanted)
#endif

// The number of zero bits at the low end of an integer of 32 bits, which must not be 0.
#ifdef __OPENCL_VERSION__
#define TRAILING_ZEROS(x) popcount(~(x) & ((x)-1))
#else
#define TRAILING_ZEROS(x) ((uint)(__ffs((int)(x)) - 1))
#endif

// The number of set bits.
#ifdef __OPENCL_VERSION__
#define COUNT_BITS(x) popcount(x)
#else
#define COUNT_BITS(x) ((uint)__popc(x))
#endif

// The number of zero bits at the high end of an integer of 32 bits.
#ifdef __OPENCL_VERSION__
#define LEADING_ZEROS(x) clz(x)
#else
#define LEADING_ZEROS(x) ((uint)__clz((int)(x)))
#endif

// Store a word in a real, of which only the bits are used, and read it back.
#ifdef __OPENCL_VERSION__
#if REAL_BITS == 64
#define AS_REAL_BITS(word) as_double((ulong)(word))
#define AS_WORD(bits) ((uint)as_ulong(bits))
#else
#define AS_REAL_BITS(word) as_float(word)
#define AS_WORD(bits) as_uint(bits)
#endif
#elif REAL_BITS == 64
#define AS_REAL_BITS(word) __longlong_as_double(word)
#define AS_WORD(bits) ((uint)__double2loint(bits))
#else
#define AS_REAL_BITS(word) __uint_as_float(word)
#define AS_WORD(bits) __float_as_uint(bits)
#endif

// Reads two neighbours in one load: pointer[2 i] and pointer[2 i + 1], aligned as a pair.
#ifdef __OPENCL_VERSION__
typedef DIALECT_JOIN(REAL_TYPE, 2) real2;
FUNCTION real2 load_pair(GLOBAL const real* pointer, const size_t i) { return vload2(i, pointer); }
#else
#if REAL_BITS == 64
typedef double2 real2;
#else
typedef float2 real2;
#endif
FUNCTION real2 load_pair(const real* pointer, const size_t i) {
  return reinterpret_cast<const real2*>(pointer)[i];
}
#endif

// Reads four neighbours in one load, aligned as a group: pointer[4 i] to pointer[4 i + 3].
FUNCTION uint4 load_quad(GLOBAL const uint* pointer, const size_t i) {
#ifdef __OPENCL_VERSION__
  return vload4(i, pointer);
#else
  return reinterpret_cast<const uint4*>(pointer)[i];
#endif
}

// Writes four neighbours in one store, aligned as a group.
FUNCTION void store_quad(const uint4 value, GLOBAL uint* pointer, const size_t i) {
#ifdef __OPENCL_VERSION__
  vstore4(value, i, pointer);
#else
  reinterpret_cast<uint4*>(pointer)[i] = value;
#endif
}

// Stores vector number `vector` to an array of `count` elements, omitting elements beyond its end.
FUNCTION void store_within(const realv value, GLOBAL real* array, const uint vector,
                           const uint count) {
  real lanes[VECTOR_WIDTH];
  if ((size_t)(vector + 1) * VECTOR_WIDTH <= count) {
    STORE(value, array, vector);
    return;
  }
  STORE(value, lanes, 0);
#pragma unroll
  for (uint lane = 0; lane < VECTOR_WIDTH; ++lane) {
    if ((size_t)vector * VECTOR_WIDTH + lane < count) {
      array[(size_t)vector * VECTOR_WIDTH + lane] = lanes[lane];
    }
  }
}

// The sum of a vector's elements.
FUNCTION real sum_of(const realv x) {
  real lanes[VECTOR_WIDTH];
  STORE(x, lanes, 0);
  real sum = 0;
#pragma unroll
  for (int lane = 0; lane < VECTOR_WIDTH; ++lane) sum += lanes[lane];
  return sum;
}

// The mark of an unoccupied place in an order of points.
#define NO_POINT 0xffffffffu

#define ZERO SPLAT((real)0)
#define ONE SPLAT((real)1)

#endif
