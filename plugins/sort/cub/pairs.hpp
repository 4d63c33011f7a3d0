// A task's pairs on the device in the form that the vendor's sorts take, and the conversion of
// keys.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "sort/cub/sorts.hpp"
#include "sort/library/device_pairs.hpp"

namespace sorting::cub_peers {

// The pairs of a task. Key is std::uint32_t if ranks are sorted, float if the keys themselves are.
template <class Key, class Payload>
class Pairs {
 public:
  static constexpr bool is_ranked = std::is_same_v<Key, std::uint32_t>;

  Pairs(const assay::sdk::Host& host, const assay::sdk::Task& task)
      : host_(host), pairs_(host, task) {}

  // Returns all pairs, to be sorted from one place to another. Enqueues the computation of ranks
  // into the room of make_room. The inputs are not changed.
  Columns<Key, Payload> enqueue_columns(void* stream) {
    Columns<Key, Payload> columns{nullptr, device<const Payload>(pairs_.unsorted_payloads),
                                  device<Key>(pairs_.keys), device<Payload>(pairs_.payloads)};
    if constexpr (is_ranked) {
      std::uint32_t* const ranks = assay::sdk::device_pointer(host_, ranks_);
      to_ranks(assay::sdk::device_pointer(host_, pairs_.unsorted_keys), ranks, pairs_.total(),
               stream);
      columns.keys = ranks;
    } else {
      columns.keys = assay::sdk::device_pointer(host_, pairs_.unsorted_keys);
    }
    return columns;
  }
  // Allocates the room for the ranks of all keys, needed by enqueue_columns.
  void make_room() {
    if constexpr (is_ranked) ranks_ = {host_, pairs_.keys.size()};
  }

  // Enqueues a copy of the unsorted pairs to the place where they are sorted in place.
  void enqueue_restore(void* stream) {
    copy(assay::sdk::device_pointer(host_, pairs_.unsorted_keys), keys(), pairs_.total() * 4,
         stream);
    copy(assay::sdk::device_pointer(host_, pairs_.unsorted_payloads), payloads(),
         pairs_.total() * sizeof(Payload), stream);
  }
  // Enqueue the conversion of the keys at that place to ranks, and of ranks back to keys.
  void enqueue_ranks(void* stream) {
    if constexpr (is_ranked) {
      to_ranks(assay::sdk::device_pointer(host_, pairs_.keys), keys(), pairs_.total(), stream);
    }
  }
  void enqueue_keys(void* stream) {
    if constexpr (is_ranked) to_keys(keys(), pairs_.total(), stream);
  }

  [[nodiscard]] Key* keys() const { return device<Key>(pairs_.keys); }
  [[nodiscard]] Payload* payloads() const { return device<Payload>(pairs_.payloads); }
  [[nodiscard]] const std::uint64_t* offsets() const {
    return assay::sdk::device_pointer(host_, pairs_.offsets);
  }
  [[nodiscard]] std::size_t arrays() const { return pairs_.arrays(); }
  [[nodiscard]] std::size_t total() const { return pairs_.total(); }
  void download() const { pairs_.download(); }

 private:
  template <class T, class U>
  T* device(const assay::sdk::Buffer<U>& buffer) const {
    return reinterpret_cast<T*>(assay::sdk::device_pointer(host_, buffer));
  }

  assay::sdk::Host host_;
  DevicePairs pairs_;
  assay::sdk::Buffer<std::uint32_t> ranks_;
};

}  // namespace sorting::cub_peers
