// The representation of pairs while a comparison sort moves them, and a workspace that converts an
// array to it, has it sorted, and converts it back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "assay/plugin.hpp"
#include "sort/library/arrays.hpp"
#include "sort/library/order.hpp"

namespace sorting {

enum class Representation {
  pairs,    // rank and payload side by side
  indices,  // places in the array, by which keys are looked up
  packed,   // rank above payload in 64 bits, for payloads of 4 bytes
};

inline assay::sdk::Parameter representation_parameter() {
  return {"representation",
          "What the sort moves: pairs (rank and payload side by side), indices (which look up "
          "their keys; keys and payloads are moved once at the end), or packed (rank above payload "
          "in one 64-bit integer).",
          {"pairs", "indices", "packed"}};
}
inline assay::sdk::Constraint representation_constraint() {
  return {"representation != 'packed' or payload == 4",
          "rank and payload only fit into 64 bits if payloads have 4 bytes"};
}
inline Representation representation_named(std::string_view name) {
  if (name == "pairs") return Representation::pairs;
  if (name == "indices") return Representation::indices;
  if (name == "packed") return Representation::packed;
  throw assay::sdk::Error(ASSAY_INVALID, "there is no representation '" + std::string(name) + "'");
}

// The memory of one thread, or that of all threads if `threads` of them run its own loops.
template <class Payload>
class Workspace {
 public:
  Workspace(Representation representation, std::size_t longest, std::size_t threads)
      : representation_(representation), threads_(static_cast<int>(threads)) {
    switch (representation) {
      case Representation::pairs:
        pairs_.resize(longest);
        break;
      case Representation::packed:
        packed_.resize(longest);
        break;
      case Representation::indices:
        if (longest > UINT32_MAX) {
          throw assay::sdk::Error(
              ASSAY_UNSUPPORTED,
              "indices have 32 bits: for longer arrays use representation = \"pairs\"");
        }
        indices_.resize(longest);
        keys_.resize(longest);
        payloads_.resize(longest);
        break;
    }
  }

  // Orders an array. `sort(first, last, less)` sorts a range of elements of any type; its member
  // `is_stable` states whether it is stable.
  template <class Sort>
  void order(const Pairs<Payload>& array, const Sort& sort) {
    switch (representation_) {
      case Representation::pairs:
        return order_pairs(array, sort);
      case Representation::indices:
        return order_indices(array, sort);
      case Representation::packed:
        if constexpr (sizeof(Payload) == 4) return order_packed(array, sort);
    }
  }

 private:
  struct Pair {
    std::uint32_t rank;
    Payload payload;
  };

  template <class Sort>
  void order_pairs(const Pairs<Payload>& array, const Sort& sort) {
    for_each_place(array, [&](std::size_t at) {
      pairs_[at] = {rank_of(array.keys[at]), array.payloads[at]};
    });
    sort(pairs_.data(), pairs_.data() + array.size(),
         [](const Pair& a, const Pair& b) { return a.rank < b.rank; });
    for_each_place(array, [&](std::size_t at) {
      array.keys[at] = key_of(pairs_[at].rank);
      array.payloads[at] = pairs_[at].payload;
    });
  }

  template <class Sort>
  void order_indices(const Pairs<Payload>& array, const Sort& sort) {
    for_each_place(array, [&](std::size_t at) {
      indices_[at] = static_cast<std::uint32_t>(at);
      keys_[at] = array.keys[at];
      payloads_[at] = array.payloads[at];
    });
    sort(indices_.data(), indices_.data() + array.size(),
         [keys = keys_.data()](std::uint32_t a, std::uint32_t b) {
           return rank_of(keys[a]) < rank_of(keys[b]);
         });
    for_each_place(array, [&](std::size_t at) {
      array.keys[at] = keys_[indices_[at]];
      array.payloads[at] = payloads_[indices_[at]];
    });
  }

  template <class Sort>
  void order_packed(const Pairs<Payload>& array, const Sort& sort) {
    for_each_place(array, [&](std::size_t at) {
      packed_[at] = std::uint64_t{rank_of(array.keys[at])} << 32 | array.payloads[at];
    });
    // Whole integers compare fastest, but a stable sort must not distinguish equal keys.
    if constexpr (Sort::is_stable) {
      sort(packed_.data(), packed_.data() + array.size(),
           [](std::uint64_t a, std::uint64_t b) { return a >> 32 < b >> 32; });
    } else {
      sort(packed_.data(), packed_.data() + array.size(), std::less<std::uint64_t>());
    }
    for_each_place(array, [&](std::size_t at) {
      array.keys[at] = key_of(static_cast<std::uint32_t>(packed_[at] >> 32));
      array.payloads[at] = static_cast<Payload>(packed_[at]);
    });
  }

  // A parallel region costs as much as sorting a short array, so that one thread uses none.
  template <class Body>
  void for_each_place(const Pairs<Payload>& array, const Body& body) const {
    if (threads_ == 1) {
      for (std::size_t at = 0; at < array.size(); ++at) body(at);
      return;
    }
#pragma omp parallel for schedule(static) num_threads(threads_)
    for (std::size_t at = 0; at < array.size(); ++at) body(at);
  }

  Representation representation_;
  int threads_;
  std::vector<Pair> pairs_;
  std::vector<std::uint64_t> packed_;
  std::vector<std::uint32_t> indices_;
  std::vector<float> keys_;
  std::vector<Payload> payloads_;
};

// Creates a trial for the payload type of a task.
template <template <class> class Trial>
std::unique_ptr<assay::sdk::Trial> prepare_for_payload(const assay::sdk::Task& task) {
  if (payload_bytes(task.input("payloads")) == 4) {
    return std::make_unique<Trial<std::uint32_t>>(task);
  }
  return std::make_unique<Trial<std::uint64_t>>(task);
}

}  // namespace sorting
