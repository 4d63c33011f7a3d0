// The tensors of sort/pairs as variants see them: tensors that contradict the problem's
// documentation are refused, by name, before any work is done. Header-only.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "assay/plugin.hpp"

namespace sorting {

// The bytes of a payload, 4 or 8: the only property of the tensors that selects the programs of a
// variant.
inline std::size_t payload_bytes(const assay_tensor& payloads) {
  if (payloads.element == ASSAY_U32) return 4;
  if (payloads.element == ASSAY_U64) return 8;
  throw assay::sdk::Error(
      ASSAY_INVALID, "'" + std::string(payloads.name) + "' must have the element type u32 or u64");
}

// The begin of each array, followed by the end of the last one: array a is [offsets[a], offsets[a +
// 1]). Throws ASSAY_INVALID if offsets do not fit `total` pairs.
class Offsets {
 public:
  Offsets(std::span<const std::uint64_t> offsets, std::size_t total) : offsets_(offsets) {
    if (offsets.empty() || offsets.front() != 0 || offsets.back() != total ||
        !std::is_sorted(offsets.begin(), offsets.end())) {
      throw assay::sdk::Error(ASSAY_INVALID, "'offsets' must rise from 0 to the number of keys, " +
                                                 std::to_string(total));
    }
  }

  [[nodiscard]] std::size_t arrays() const { return offsets_.size() - 1; }
  [[nodiscard]] std::size_t first(std::size_t array) const { return offsets_[array]; }
  [[nodiscard]] std::size_t length(std::size_t array) const {
    return offsets_[array + 1] - offsets_[array];
  }
  [[nodiscard]] std::size_t longest() const {
    std::size_t most = 0;
    for (std::size_t array = 0; array < arrays(); ++array) most = std::max(most, length(array));
    return most;
  }
  [[nodiscard]] std::size_t shortest() const {
    std::size_t least = offsets_.back();
    for (std::size_t array = 0; array < arrays(); ++array) least = std::min(least, length(array));
    return least;
  }
  [[nodiscard]] std::span<const std::uint64_t> all() const { return offsets_; }

 private:
  std::span<const std::uint64_t> offsets_;
};

// One array, or all of them, to be sorted in place. Payload: std::uint32_t or std::uint64_t.
template <class Payload>
struct Pairs {
  std::span<float> keys;
  std::span<Payload> payloads;

  [[nodiscard]] std::size_t size() const { return keys.size(); }
  [[nodiscard]] Pairs part(std::size_t first, std::size_t count) const {
    return {keys.subspan(first, count), payloads.subspan(first, count)};
  }
};

// All tensors of a task. Throws ASSAY_INVALID if their shapes contradict each other.
template <class Payload>
struct Arrays {
  explicit Arrays(const assay::sdk::Task& task)
      : keys(assay::sdk::elements<const float>(task.input("keys"))),
        payloads(assay::sdk::elements<const Payload>(task.input("payloads"))),
        sorted{assay::sdk::elements<float>(task.output("sorted_keys")),
               assay::sdk::elements<Payload>(task.output("sorted_payloads"))},
        offsets(assay::sdk::elements<const std::uint64_t>(task.input("offsets")), keys.size()) {
    if (payloads.size() != keys.size() || sorted.keys.size() != keys.size() ||
        sorted.payloads.size() != keys.size()) {
      throw assay::sdk::Error(ASSAY_INVALID,
                              "'keys', 'payloads', 'sorted_keys' and 'sorted_payloads' must have "
                              "the same number of elements");
    }
  }

  // Copies the unsorted pairs to the place where they are sorted.
  void copy_unsorted() const {
    std::ranges::copy(keys, sorted.keys.begin());
    std::ranges::copy(payloads, sorted.payloads.begin());
  }
  [[nodiscard]] Pairs<Payload> array(std::size_t number) const {
    return sorted.part(offsets.first(number), offsets.length(number));
  }

  std::span<const float> keys;
  std::span<const Payload> payloads;
  Pairs<Payload> sorted;
  Offsets offsets;
};

// A constraint that excludes sorts that are not stable from instances that require stability.
// `stable_if` is the expression under which a variant is stable; "false" if it never is.
inline assay::sdk::Constraint stability_constraint(const std::string& stable_if) {
  return {"not stable or " + stable_if,
          "the instance requires that pairs with equal keys keep their order"};
}

}  // namespace sorting
