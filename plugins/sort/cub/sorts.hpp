// The vendor's sorts and what brings keys into the declared order, as functions that need no nvcc
// to be called. Key: std::uint32_t or float; Payload: std::uint32_t or std::uint64_t. Streams are
// CUstreams; work is enqueued on them. Pointers lead to device memory. A failed call throws
// sdk::Error: ASSAY_UNSUPPORTED where the plugin holds no code for the device.
//
// Floats are ordered as CUB does it: by sign and magnitude, zeros of either sign equal, NaNs by
// their signs at either end (and anywhere by DeviceSegmentedSort, which compares some arrays).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

namespace sorting::cub_peers {

struct Storage {
  void* data;
  std::size_t bytes;
};

// Where the pairs come from and where they go, two places.
template <class Key, class Payload>
struct Columns {
  const Key* keys;
  const Payload* payloads;
  Key* sorted_keys;
  Payload* sorted_payloads;
};

// ---- cub::DeviceRadixSort::SortPairs of one array, by the lowest `bits` of its keys; stable. Key
// is std::uint64_t as well.

template <class Key, class Payload>
std::size_t radix_storage(std::size_t pairs);  // bytes, for as many or fewer pairs
template <class Key, class Payload>
void radix_sort(const Storage& storage, const Columns<Key, Payload>& columns, std::size_t pairs,
                void* stream, int bits = 8 * sizeof(Key));

// ---- all arrays in one call; array a is [offsets[a], offsets[a + 1]).

// Both are stable.
enum class Segmented {
  radix,  // DeviceSegmentedRadixSort::SortPairs: a block an array
  sort,   // DeviceSegmentedSort::StableSortPairs: blocks, warps or parts of them, by length
};
template <class Key, class Payload>
std::size_t segmented_storage(Segmented kind, std::size_t pairs, std::size_t arrays);
template <class Key, class Payload>
void segmented_sort(Segmented kind, const Storage& storage, const Columns<Key, Payload>& columns,
                    std::size_t pairs, std::size_t arrays, const std::uint64_t* offsets,
                    void* stream);

// ---- thrust::stable_sort_by_key of one array where it is.

// Device memory that is kept from call to call, for calls of one stream: work that still uses a
// block comes before what the next call has on it.
class KeptMemory {
 public:
  KeptMemory() = default;
  ~KeptMemory();
  KeptMemory(const KeptMemory&) = delete;
  KeptMemory& operator=(const KeptMemory&) = delete;

  // What Thrust asks of an allocator.
  using value_type = char;
  char* allocate(std::ptrdiff_t bytes);
  void deallocate(char* block, std::size_t bytes);

 private:
  std::multimap<std::size_t, char*> free_;
  std::map<char*, std::size_t> used_;
};

// `kept` nullptr: the policy thrust::cuda::par, which allocates, frees and waits in each call; else
// par_nosync with that memory.
template <class Key, class Payload>
void thrust_sort(Key* keys, Payload* payloads, std::size_t pairs, KeptMemory* kept, void* stream);

// ---- keys and their places in the declared order (library/order.hpp)

// In place, too.
void to_ranks(const float* keys, std::uint32_t* ranks, std::size_t count, void* stream);
void to_keys(std::uint32_t* ranks, std::size_t count, void* stream);  // in place

// Composites: a key's array above its rank, so that one sort of all of them sorts each array.
void to_composites(const float* keys, const std::uint64_t* offsets, std::size_t arrays,
                   std::uint64_t* composites, std::size_t count, void* stream);
void to_keys(const std::uint64_t* composites, float* keys, std::size_t count, void* stream);

void copy(const void* from, void* to, std::size_t bytes, void* stream);

}  // namespace sorting::cub_peers
