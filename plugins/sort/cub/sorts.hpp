// The vendor's sorts and the conversions of keys to the declared order, as functions that can be
// called without nvcc. Key: std::uint32_t or float; Payload: std::uint32_t or std::uint64_t.
// Streams are CUstreams; work is enqueued on them. Pointers refer to device memory. A failed call
// throws sdk::Error: ASSAY_UNSUPPORTED if the plugin contains no code for the device.
//
// Floats are ordered as by CUB: by sign and magnitude, zeros of either sign equal, NaNs by their
// signs at either end (and anywhere by DeviceSegmentedSort, which compares some arrays).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "cub_calls/storage.hpp"

namespace sorting::cub_peers {

using cub_calls::Storage;

// The source and the destination of the pairs, two distinct places.
template <class Key, class Payload>
struct Columns {
  const Key* keys;
  const Payload* payloads;
  Key* sorted_keys;
  Payload* sorted_payloads;
};

// ---- cub::DeviceRadixSort::SortPairs of one array, by the lowest `bits` of its keys; stable. Key
// may also be std::uint64_t.

template <class Key, class Payload>
std::size_t radix_storage(std::size_t pairs);  // bytes, for up to so many pairs
template <class Key, class Payload>
void radix_sort(const Storage& storage, const Columns<Key, Payload>& columns, std::size_t pairs,
                void* stream, int bits = 8 * sizeof(Key));

// ---- all arrays in one call; array a is [offsets[a], offsets[a + 1]).

// The kind of segmented sort; both kinds are stable.
enum class Segmented {
  radix,  // DeviceSegmentedRadixSort::SortPairs: a block for each array
  sort,   // DeviceSegmentedSort::StableSortPairs: blocks, warps or parts of them, by length
};
template <class Key, class Payload>
std::size_t segmented_storage(Segmented kind, std::size_t pairs, std::size_t arrays);
template <class Key, class Payload>
void segmented_sort(Segmented kind, const Storage& storage, const Columns<Key, Payload>& columns,
                    std::size_t pairs, std::size_t arrays, const std::uint64_t* offsets,
                    void* stream);

// ---- thrust::stable_sort_by_key of one array in place.

// Device memory that is kept between calls, for calls of one stream: work that still uses a block
// precedes the work of the next call in the stream.
class KeptMemory {
 public:
  KeptMemory() = default;
  ~KeptMemory();
  KeptMemory(const KeptMemory&) = delete;
  KeptMemory& operator=(const KeptMemory&) = delete;

  // The interface that Thrust requires of an allocator.
  using value_type = char;
  char* allocate(std::ptrdiff_t bytes);
  void deallocate(char* block, std::size_t bytes);

 private:
  std::multimap<std::size_t, char*> free_;
  std::map<char*, std::size_t> used_;
};

// Sorts one array. If `kept` is nullptr, the policy is thrust::cuda::par, which allocates, frees
// and waits in each call; otherwise par_nosync with the kept memory.
template <class Key, class Payload>
void thrust_sort(Key* keys, Payload* payloads, std::size_t pairs, KeptMemory* kept, void* stream);

// ---- keys and their ranks in the declared order (library/order.hpp)

// `keys` and `ranks` may be the same memory.
void to_ranks(const float* keys, std::uint32_t* ranks, std::size_t count, void* stream);
void to_keys(std::uint32_t* ranks, std::size_t count, void* stream);  // in place

// Makes composites, a key's array above its rank, so that one sort of all composites sorts each
// array.
void to_composites(const float* keys, const std::uint64_t* offsets, std::size_t arrays,
                   std::uint64_t* composites, std::size_t count, void* stream);
void to_keys(const std::uint64_t* composites, float* keys, std::size_t count, void* stream);

void copy(const void* from, void* to, std::size_t bytes, void* stream);

}  // namespace sorting::cub_peers
