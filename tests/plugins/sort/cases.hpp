// Arrays to be sorted, the oracle for their results, and runs of a plugin's variants on them.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "assay/plugin.hpp"
#include "tests/plugins/host/loaded_plugin.hpp"

namespace testing {

// Whether a precedes b in the declared order, by its definition and without ranks.
inline bool declared_less(float a, float b) {
  if (std::isnan(a) && std::isnan(b)) {
    const auto bits_a = std::bit_cast<std::uint32_t>(a);
    const auto bits_b = std::bit_cast<std::uint32_t>(b);
    if (std::signbit(a) != std::signbit(b)) return std::signbit(b);
    return std::signbit(a) ? bits_a > bits_b : bits_a < bits_b;
  }
  if (std::isnan(a) || std::isnan(b)) return std::isnan(b);
  if (a == b) return std::signbit(a) && !std::signbit(b);
  return a < b;
}

using Keys = std::vector<float>;

// The keys of all arrays, one array after the other. Payloads are not positions, so that a variant
// cannot count on that.
template <class Payload>
struct Case {
  explicit Case(const std::vector<Keys>& arrays) {
    for (const Keys& array : arrays) {
      keys.insert(keys.end(), array.begin(), array.end());
      offsets.push_back(keys.size());
    }
    for (std::size_t at = 0; at < keys.size(); ++at) {
      payloads.push_back(static_cast<Payload>(at * 0x9e3779b97f4a7c15U + 12345));
    }
  }
  Keys keys;
  std::vector<Payload> payloads;
  std::vector<std::uint64_t> offsets{0};
};

template <class Payload>
struct Result {
  Keys keys;
  std::vector<Payload> payloads;
};

// The result of std::stable_sort in the declared order.
template <class Payload>
Result<Payload> oracle(const Case<Payload>& given) {
  std::vector<std::size_t> order(given.keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t a = 0; a + 1 < given.offsets.size(); ++a) {
    const auto first = order.begin() + static_cast<std::ptrdiff_t>(given.offsets[a]);
    const auto last = order.begin() + static_cast<std::ptrdiff_t>(given.offsets[a + 1]);
    std::stable_sort(first, last, [&](std::size_t x, std::size_t y) {
      return declared_less(given.keys[x], given.keys[y]);
    });
  }
  Result<Payload> result;
  for (const std::size_t at : order) {
    result.keys.push_back(given.keys[at]);
    result.payloads.push_back(given.payloads[at]);
  }
  return result;
}

inline bool same_bits(const Keys& a, const Keys& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0);
}

// The payloads with those of equal keys of an array in rising order, so that results compare equal
// whatever their order among equal keys.
template <class Payload>
std::vector<Payload> payloads_of_any_order(Result<Payload> result,
                                           const std::vector<std::uint64_t>& offsets) {
  for (std::size_t a = 0; a + 1 < offsets.size(); ++a) {
    for (std::size_t first = offsets[a], at = first; at < offsets[a + 1]; ++at) {
      const bool ends =
          at + 1 == offsets[a + 1] || declared_less(result.keys[at], result.keys[at + 1]);
      if (!ends) continue;
      std::sort(result.payloads.begin() + static_cast<std::ptrdiff_t>(first),
                result.payloads.begin() + static_cast<std::ptrdiff_t>(at + 1));
      first = at + 1;
    }
  }
  return result.payloads;
}

// Runs a variant twice, to expose state that it has not restored, and returns what is wrong, or ""
// if nothing is. If `is_stable`, the payloads must equal the oracle's.
template <class Payload>
std::string fault(const assay_host* host, assay_context* context, const assay_variant& variant,
                  const Case<Payload>& given, const Configuration& configuration, bool is_stable) {
  using assay::sdk::dense_tensor;
  const auto total = static_cast<std::int64_t>(given.keys.size());
  const auto ends = static_cast<std::int64_t>(given.offsets.size());
  Result<Payload> result{Keys(given.keys.size(), -7), std::vector<Payload>(given.keys.size())};
  const std::vector<assay_tensor> inputs{dense_tensor("keys", {total}, given.keys.data()),
                                         dense_tensor("payloads", {total}, given.payloads.data()),
                                         dense_tensor("offsets", {ends}, given.offsets.data())};
  const std::vector<assay_tensor> outputs{
      dense_tensor("sorted_keys", {total}, result.keys.data()),
      dense_tensor("sorted_payloads", {total}, result.payloads.data())};
  const auto bindings = bind(variant, configuration);
  const assay_task task{sizeof task,     inputs.data(),  inputs.size(),
                        outputs.data(),  outputs.size(), bindings.data(),
                        bindings.size(), nullptr,        0};
  assay_trial* trial = nullptr;
  if (variant.prepare(&variant, host, context, &task, &trial) != ASSAY_OK) return "not prepared";
  bool ran = true;
  for (int repetition = 0; repetition < 2 && ran; ++repetition) {
    ran = variant.restore(trial) == ASSAY_OK && variant.run(trial) == ASSAY_OK &&
          host->queue_finish(context, nullptr) == ASSAY_OK && variant.outputs(trial) == ASSAY_OK;
  }
  variant.destroy(trial);
  if (!ran) return "not run";
  const auto expected = oracle(given);
  if (!same_bits(result.keys, expected.keys)) return "wrong keys";
  if (is_stable && result.payloads != expected.payloads) return "not stable";
  if (payloads_of_any_order(result, given.offsets) !=
      payloads_of_any_order(expected, given.offsets)) {
    return "wrong payloads";
  }
  return "";
}

// Keys that are difficult for comparisons and bit tricks.
inline Keys hostile_keys() {
  Keys keys;
  for (const std::uint32_t bits :
       {0x00000000U, 0x80000000U, 0x7f800000U, 0xff800000U, 0x7fc00000U, 0xffc00000U, 0x7f800001U,
        0xff800001U, 0x7fffffffU, 0xffffffffU, 0x00000001U, 0x80000001U, 0x007fffffU, 0x807fffffU,
        0x00800000U, 0x80800000U, 0x7f7fffffU, 0xff7fffffU, 0x3f800000U, 0xbf800000U}) {
    keys.push_back(std::bit_cast<float>(bits));
  }
  return keys;
}

// `count` keys of kind 0 to 4: random bits, few distinct keys, hostile keys, sorted, reversed.
inline Keys random_keys(std::size_t count, unsigned kind, std::mt19937& random) {
  const Keys hostile = hostile_keys();
  Keys keys(count);
  for (auto& key : keys) {
    const auto bits = static_cast<std::uint32_t>(random());
    key = kind % 5 == 1   ? static_cast<float>(bits % 5)
          : kind % 5 == 2 ? hostile[bits % hostile.size()]
                          : std::bit_cast<float>(bits);
  }
  if (kind % 5 >= 3) std::sort(keys.begin(), keys.end(), declared_less);
  if (kind % 5 == 4) std::reverse(keys.begin(), keys.end());
  return keys;
}

// Lengths at which sorts are prone to errors: none, one, a warp, powers of two, primes.
inline std::vector<std::size_t> critical_lengths(std::size_t most) {
  std::vector<std::size_t> lengths{0, 1, 2, 3, 31, 32, 33, 97, 613, 1009};
  for (std::size_t power = 4; power <= most; power *= 2) {
    lengths.insert(lengths.end(), {power - 1, power, power + 1});
  }
  std::erase_if(lengths, [&](std::size_t length) { return length > most; });
  return lengths;
}

inline std::vector<Keys> critical_arrays(std::size_t most, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Keys> arrays;
  for (const std::size_t length : critical_lengths(most)) {
    for (unsigned kind = 0; kind < 5; ++kind) arrays.push_back(random_keys(length, kind, random));
  }
  std::shuffle(arrays.begin(), arrays.end(), random);
  return arrays;
}

}  // namespace testing
