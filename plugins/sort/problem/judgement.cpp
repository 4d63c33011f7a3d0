#include "sort/problem/judgement.hpp"

#include <fmt/format.h>

#include <limits>
#include <string>
#include <vector>

#include "sort/library/order.hpp"

namespace sorting {
namespace {

// Returns the fault of one sorted array, or "". `seen` has an element for each place, all false.
template <class Payload>
std::string fault(std::span<const float> keys, std::span<const float> sorted,
                  std::span<const Payload> payloads, bool stable, std::vector<bool>& seen) {
  for (std::size_t at = 0; at < sorted.size(); ++at) {
    const std::uint32_t rank = rank_of(sorted[at]);
    if (payloads[at] >= keys.size()) {
      return fmt::format("the payload at {} is {}, but the array has {} pairs", at, payloads[at],
                         keys.size());
    }
    const auto place = static_cast<std::size_t>(payloads[at]);
    if (seen[place])
      return fmt::format("the payload {} occurs twice, the second time at {}", place, at);
    seen[place] = true;
    if (rank_of(keys[place]) != rank) {
      return fmt::format(
          "the key at {} is {} (bits {:08x}), but that of its payload {} was {} (bits {:08x})", at,
          sorted[at], bits_of_rank(rank), place, keys[place], bits_of_rank(rank_of(keys[place])));
    }
    if (at == 0) continue;
    const std::uint32_t before = rank_of(sorted[at - 1]);
    if (before > rank) {
      return fmt::format("the key at {} is {} (bits {:08x}), after {} (bits {:08x})", at,
                         sorted[at], bits_of_rank(rank), sorted[at - 1], bits_of_rank(before));
    }
    if (stable && before == rank && payloads[at - 1] > payloads[at]) {
      return fmt::format(
          "the keys at {} and {} are equal, but their pairs are swapped: the sort is not stable",
          at - 1, at);
    }
  }
  return {};
}

}  // namespace

template <class Payload>
assay::sdk::Finding judge(const Sorted<Payload>& pairs, bool stable) {
  std::vector<bool> seen;
  for (std::size_t array = 0; array + 1 < pairs.offsets.size(); ++array) {
    const std::size_t first = pairs.offsets[array];
    const std::size_t count = pairs.offsets[array + 1] - first;
    seen.assign(count, false);
    const std::string wrong =
        fault(pairs.keys.subspan(first, count), pairs.sorted_keys.subspan(first, count),
              pairs.sorted_payloads.subspan(first, count), stable, seen);
    if (wrong.empty()) continue;
    return {std::numeric_limits<double>::infinity(),
            fmt::format("array {} of {} pairs: {}", array, count, wrong)};
  }
  return {0};
}
template assay::sdk::Finding judge(const Sorted<std::uint32_t>&, bool);
template assay::sdk::Finding judge(const Sorted<std::uint64_t>&, bool);

}  // namespace sorting
