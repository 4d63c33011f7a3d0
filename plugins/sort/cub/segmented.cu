#include <cub/device/device_segmented_radix_sort.cuh>
#include <cub/device/device_segmented_sort.cuh>

#include "cub_calls/cuda_error.hpp"
#include "sort/cub/sorts.hpp"

namespace sorting::cub_peers {
namespace {

using cub_calls::check;

int counted(std::size_t number) {
  if (number <= INT32_MAX) return static_cast<int>(number);
  throw assay::sdk::Error(ASSAY_UNSUPPORTED,
                          "cub::DeviceSegmentedRadixSort counts pairs in 31 bits, and there are " +
                              std::to_string(number));
}

template <class Key, class Payload>
void call(Segmented kind, void* data, std::size_t& bytes, const Columns<Key, Payload>& columns,
          std::size_t pairs, std::size_t arrays, const std::uint64_t* offsets, void* stream) {
  const auto queue = static_cast<cudaStream_t>(stream);
  if (kind == Segmented::radix) {
    check(cub::DeviceSegmentedRadixSort::SortPairs(
              data, bytes, columns.keys, columns.sorted_keys, columns.payloads,
              columns.sorted_payloads, counted(pairs), counted(arrays), offsets, offsets + 1, 0,
              static_cast<int>(8 * sizeof(Key)), queue),
          "cub::DeviceSegmentedRadixSort::SortPairs");
    return;
  }
  check(cub::DeviceSegmentedSort::StableSortPairs(
            data, bytes, columns.keys, columns.sorted_keys, columns.payloads,
            columns.sorted_payloads, static_cast<std::int64_t>(pairs),
            static_cast<std::int64_t>(arrays), offsets, offsets + 1, queue),
        "cub::DeviceSegmentedSort::StableSortPairs");
}

}  // namespace

template <class Key, class Payload>
std::size_t segmented_storage(Segmented kind, std::size_t pairs, std::size_t arrays) {
  std::size_t bytes = 0;
  // Offsets are not read as long as there is no storage.
  call<Key, Payload>(kind, nullptr, bytes, {}, pairs, arrays, nullptr, nullptr);
  return bytes;
}

template <class Key, class Payload>
void segmented_sort(Segmented kind, const Storage& storage, const Columns<Key, Payload>& columns,
                    std::size_t pairs, std::size_t arrays, const std::uint64_t* offsets,
                    void* stream) {
  std::size_t bytes = storage.bytes;
  call(kind, storage.data, bytes, columns, pairs, arrays, offsets, stream);
}

#define INSTANTIATE(Key, Payload)                                                            \
  template std::size_t segmented_storage<Key, Payload>(Segmented, std::size_t, std::size_t); \
  template void segmented_sort<Key, Payload>(Segmented, const Storage&,                      \
                                             const Columns<Key, Payload>&, std::size_t,      \
                                             std::size_t, const std::uint64_t*, void*);
INSTANTIATE(std::uint32_t, std::uint32_t)
INSTANTIATE(std::uint32_t, std::uint64_t)
INSTANTIATE(float, std::uint32_t)
INSTANTIATE(float, std::uint64_t)

}  // namespace sorting::cub_peers
