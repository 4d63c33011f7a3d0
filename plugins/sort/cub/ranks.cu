#include "cub_calls/cuda_error.hpp"
#include "sort/cub/sorts.hpp"
#include "sort/library/order.hpp"

namespace sorting::cub_peers {
namespace {

using cub_calls::check;

constexpr unsigned block = 256;
constexpr unsigned words_of_thread = 4;  // all loads are in flight before the first is used

template <class Convert>
__global__ void convert_words(const std::uint32_t* from, std::uint32_t* to, std::size_t count,
                              Convert convert) {
  const std::size_t first =
      static_cast<std::size_t>(blockIdx.x) * block * words_of_thread + threadIdx.x;
  std::uint32_t words[words_of_thread];
#pragma unroll
  for (unsigned k = 0; k < words_of_thread; ++k) {
    if (first + k * block < count) words[k] = from[first + k * block];
  }
#pragma unroll
  for (unsigned k = 0; k < words_of_thread; ++k) {
    if (first + k * block < count) to[first + k * block] = convert(words[k]);
  }
}

struct Rank {
  __device__ std::uint32_t operator()(std::uint32_t bits) const { return rank_of_bits(bits); }
};
struct Bits {
  __device__ std::uint32_t operator()(std::uint32_t rank) const { return bits_of_rank(rank); }
};

constexpr std::uint64_t rank_bits = 32;

// Returns the non-empty array that contains pair `at`: the last one that begins there or before.
__device__ std::size_t array_of(const std::uint64_t* offsets, std::size_t arrays, std::size_t at) {
  std::size_t low = 0;
  for (std::size_t high = arrays; high - low > 1;) {
    const std::size_t middle = (low + high) / 2;
    if (offsets[middle] <= at) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

// Each thread searches the array of its first pair and continues from there.
__global__ void compose(const std::uint32_t* keys, const std::uint64_t* offsets, std::size_t arrays,
                        std::uint64_t* composites, std::size_t count) {
  const std::size_t first =
      (static_cast<std::size_t>(blockIdx.x) * block + threadIdx.x) * words_of_thread;
  if (first >= count) return;
  std::size_t array = array_of(offsets, arrays, first);
  for (std::size_t at = first; at < count && at < first + words_of_thread; ++at) {
    while (offsets[array + 1] <= at) ++array;
    composites[at] = array << rank_bits | rank_of_bits(keys[at]);
  }
}

__global__ void decompose(const std::uint64_t* composites, std::uint32_t* keys, std::size_t count) {
  const std::size_t at = static_cast<std::size_t>(blockIdx.x) * block + threadIdx.x;
  if (at < count) keys[at] = bits_of_rank(static_cast<std::uint32_t>(composites[at]));
}

unsigned blocks_for(std::size_t count, std::size_t words) {
  return static_cast<unsigned>((count + words - 1) / words);
}

template <class Convert>
void convert(const void* from, void* to, std::size_t count, void* stream) {
  if (count == 0) return;
  const unsigned blocks = blocks_for(count, block * words_of_thread);
  convert_words<<<blocks, block, 0, static_cast<cudaStream_t>(stream)>>>(
      static_cast<const std::uint32_t*>(from), static_cast<std::uint32_t*>(to), count, Convert());
  check(cudaGetLastError(), "converting keys and ranks");
}

}  // namespace

void to_ranks(const float* keys, std::uint32_t* ranks, std::size_t count, void* stream) {
  convert<Rank>(keys, ranks, count, stream);
}

void to_keys(std::uint32_t* ranks, std::size_t count, void* stream) {
  convert<Bits>(ranks, ranks, count, stream);
}

void to_composites(const float* keys, const std::uint64_t* offsets, std::size_t arrays,
                   std::uint64_t* composites, std::size_t count, void* stream) {
  if (count == 0) return;
  const unsigned blocks = blocks_for(count, block * words_of_thread);
  compose<<<blocks, block, 0, static_cast<cudaStream_t>(stream)>>>(
      reinterpret_cast<const std::uint32_t*>(keys), offsets, arrays, composites, count);
  check(cudaGetLastError(), "composing keys");
}

void to_keys(const std::uint64_t* composites, float* keys, std::size_t count, void* stream) {
  if (count == 0) return;
  decompose<<<blocks_for(count, block), block, 0, static_cast<cudaStream_t>(stream)>>>(
      composites, reinterpret_cast<std::uint32_t*>(keys), count);
  check(cudaGetLastError(), "taking composites apart");
}

void copy(const void* from, void* to, std::size_t bytes, void* stream) {
  check(
      cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, static_cast<cudaStream_t>(stream)),
      "copying pairs");
}

}  // namespace sorting::cub_peers
