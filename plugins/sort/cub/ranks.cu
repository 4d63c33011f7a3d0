#include "sort/cub/cuda_error.hpp"
#include "sort/cub/sorts.hpp"
#include "sort/library/order.hpp"

namespace sorting::cub_peers {
namespace {

constexpr unsigned block = 256;
constexpr unsigned words_of_thread = 4;  // loads in flight before the first is used

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

template <class Convert>
void convert(const void* from, void* to, std::size_t count, void* stream) {
  if (count == 0) return;
  const std::size_t words = block * words_of_thread;
  const auto blocks = static_cast<unsigned>((count + words - 1) / words);
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

void copy(const void* from, void* to, std::size_t bytes, void* stream) {
  check(
      cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, static_cast<cudaStream_t>(stream)),
      "copying pairs");
}

}  // namespace sorting::cub_peers
