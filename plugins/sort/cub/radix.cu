#include <cub/device/device_radix_sort.cuh>

#include "cub_calls/cuda_error.hpp"
#include "sort/cub/sorts.hpp"

namespace sorting::cub_peers {
namespace {

using cub_calls::check;

template <class Key, class Payload>
void call(void* data, std::size_t& bytes, const Columns<Key, Payload>& columns, std::size_t pairs,
          int bits, void* stream) {
  check(cub::DeviceRadixSort::SortPairs(data, bytes, columns.keys, columns.sorted_keys,
                                        columns.payloads, columns.sorted_payloads,
                                        static_cast<std::int64_t>(pairs), 0, bits,
                                        static_cast<cudaStream_t>(stream)),
        "cub::DeviceRadixSort::SortPairs");
}

}  // namespace

template <class Key, class Payload>
std::size_t radix_storage(std::size_t pairs) {
  std::size_t bytes = 0;
  call<Key, Payload>(nullptr, bytes, {}, pairs, 8 * sizeof(Key), nullptr);
  return bytes;
}

template <class Key, class Payload>
void radix_sort(const Storage& storage, const Columns<Key, Payload>& columns, std::size_t pairs,
                void* stream, int bits) {
  std::size_t bytes = storage.bytes;
  call(storage.data, bytes, columns, pairs, bits, stream);
}

#define INSTANTIATE(Key, Payload)                                                      \
  template std::size_t radix_storage<Key, Payload>(std::size_t);                       \
  template void radix_sort<Key, Payload>(const Storage&, const Columns<Key, Payload>&, \
                                         std::size_t, void*, int);
INSTANTIATE(std::uint32_t, std::uint32_t)
INSTANTIATE(std::uint32_t, std::uint64_t)
INSTANTIATE(std::uint64_t, std::uint32_t)
INSTANTIATE(std::uint64_t, std::uint64_t)
INSTANTIATE(float, std::uint32_t)
INSTANTIATE(float, std::uint64_t)

}  // namespace sorting::cub_peers
