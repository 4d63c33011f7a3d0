#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/system_error.h>

#include "cub_calls/cuda_error.hpp"
#include "sort/cub/sorts.hpp"

namespace sorting::cub_peers {

using cub_calls::check;

char* KeptMemory::allocate(std::ptrdiff_t bytes) {
  const auto size = static_cast<std::size_t>(bytes);
  char* block = nullptr;
  // Takes the smallest free block that is large enough, unless it is more than twice as large.
  const auto found = free_.lower_bound(size);
  if (found != free_.end() && found->first <= 2 * size) {
    block = found->second;
    used_[block] = found->first;
    free_.erase(found);
    return block;
  }
  check(cudaMalloc(&block, size), "allocating Thrust's temporary storage");
  used_[block] = size;
  return block;
}

void KeptMemory::deallocate(char* block, std::size_t /*bytes*/) {
  const auto known = used_.find(block);
  if (known == used_.end()) return;
  free_.emplace(known->second, block);
  used_.erase(known);
}

KeptMemory::~KeptMemory() {
  for (const auto& [size, block] : free_) cudaFree(block);
  for (const auto& [block, size] : used_) cudaFree(block);
}

template <class Key, class Payload>
void thrust_sort(Key* keys, Payload* payloads, std::size_t pairs, KeptMemory* kept, void* stream) {
  const auto queue = static_cast<cudaStream_t>(stream);
  try {
    if (kept == nullptr) {
      thrust::stable_sort_by_key(thrust::cuda::par.on(queue), keys, keys + pairs, payloads);
    } else {
      thrust::stable_sort_by_key(thrust::cuda::par_nosync(*kept).on(queue), keys, keys + pairs,
                                 payloads);
    }
  } catch (const thrust::system_error& error) {
    check(static_cast<cudaError_t>(error.code().value()), "thrust::stable_sort_by_key");
    throw;
  }
}

#define INSTANTIATE(Key, Payload) \
  template void thrust_sort<Key, Payload>(Key*, Payload*, std::size_t, KeptMemory*, void*);
INSTANTIATE(std::uint32_t, std::uint32_t)
INSTANTIATE(std::uint32_t, std::uint64_t)
INSTANTIATE(float, std::uint32_t)
INSTANTIATE(float, std::uint64_t)

}  // namespace sorting::cub_peers
