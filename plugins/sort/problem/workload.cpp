#include "sort/problem/workload.hpp"

#include <fmt/format.h>

#include <array>
#include <functional>

#include "assay/random.hpp"
#include "sort/library/order.hpp"

namespace sorting {
namespace {

using assay::sdk::split_mix;

// A random number for each place, so that threads need not share a generator.
class Random {
 public:
  // `stream` separates independent uses of one seed.
  Random(std::uint64_t seed, std::uint64_t stream)
      : origin_(split_mix(split_mix(seed) ^ split_mix(~stream))) {}
  [[nodiscard]] std::uint64_t at(std::uint64_t place) const { return split_mix(origin_ ^ place); }

 private:
  std::uint64_t origin_;
};
enum Stream : std::uint64_t { length_stream, key_stream, special_stream };

float uniform(std::uint64_t random) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(random >> 41) | 0x40000000U) - 3.0F;
}

// Ranks of the finite numbers.
constexpr std::uint32_t first_finite = rank_of_bits(0xff7fffffU);
constexpr std::uint32_t finite_count = rank_of_bits(0x7f7fffffU) - first_finite + 1;

float spread(std::uint64_t place, std::uint64_t count) {
  const auto step = static_cast<double>(finite_count) / static_cast<double>(count);
  return key_of(first_finite + static_cast<std::uint32_t>(static_cast<double>(place) * step));
}

// Returns number `place` of a sequence whose medians of three are always next to the smallest
// number (Musser 1997, "Introspective sorting and selection algorithms"): 1, k + 1, 3, k + 3, ...,
// 2k - 1, then 2, 4, ..., 2k, for an even k. Up to three more numbers follow in order.
std::uint64_t median_of_three_killer(std::uint64_t place, std::uint64_t count) {
  const std::uint64_t k = count / 4 * 2;
  if (place >= 2 * k) return place + 1;
  if (place >= k) return 2 * (place - k + 1);
  return place % 2 == 0 ? place + 1 : place + k;
}

constexpr std::array<std::uint32_t, 16> special_bits{
    0x00000000U, 0x80000000U,                            // both zeros
    0x7f800000U, 0xff800000U,                            // both infinities
    0x7fc00000U, 0xffc00000U, 0x7fc00001U, 0xffc00001U,  // quiet NaNs
    0x7f800001U, 0xff800001U, 0x7fffffffU, 0xffffffffU,  // the first and last of all NaNs
    0x00000001U, 0x80000001U,                            // the smallest subnormals
    0x007fffffU, 0x7f7fffffU};  // the largest subnormal, the largest number

// The key at a place of an array of `count` pairs, which is place `global` among all pairs.
using Distribution =
    std::function<float(std::uint64_t place, std::uint64_t count, std::uint64_t global)>;

Distribution distribution(const Arguments& arguments) {
  const Random random(arguments.seed, key_stream);
  const std::string& name = arguments.distribution;
  if (name == "uniform") return [=](auto, auto, auto at) { return uniform(random.at(at)); };
  if (name == "few-distinct") {
    return [=](auto, auto, auto at) { return static_cast<float>(random.at(at) >> 60); };
  }
  if (name == "sorted") return [](auto place, auto count, auto) { return spread(place, count); };
  if (name == "reversed") {
    return [](auto place, auto count, auto) { return spread(count - 1 - place, count); };
  }
  if (name == "adversarial") {
    return [](auto place, auto count, auto) {
      const auto number = static_cast<std::uint32_t>(median_of_three_killer(place, count));
      return std::bit_cast<float>(std::bit_cast<std::uint32_t>(1.0F) + number % 0x3f000000U);
    };
  }
  if (name == "special") {
    const Random choice(arguments.seed, special_stream);
    return [=](auto, auto, auto at) {
      const std::uint64_t chosen = choice.at(at) >> 58;
      if (chosen < special_bits.size()) return std::bit_cast<float>(special_bits[chosen]);
      return uniform(random.at(at));
    };
  }
  throw assay::sdk::Error(ASSAY_INVALID, fmt::format("there is no distribution '{}'", name));
}

}  // namespace

std::vector<std::uint64_t> make_offsets(const Arguments& arguments) {
  const std::size_t arrays = arguments.arrays;
  std::vector<std::uint64_t> lengths(arrays, arguments.length);
  if (arguments.lengths == "mixed") {
    const Random random(arguments.seed, length_stream);
    for (std::size_t array = 0; array < arrays / 2; ++array) {
      lengths[array] = random.at(array) % (2 * arguments.length + 1);
      lengths[arrays - 1 - array] = 2 * arguments.length - lengths[array];
    }
  }
  std::vector<std::uint64_t> offsets{0};
  offsets.reserve(arrays + 1);
  for (const std::uint64_t length : lengths) offsets.push_back(offsets.back() + length);
  return offsets;
}

std::vector<float> make_keys(const Arguments& arguments, std::span<const std::uint64_t> offsets) {
  const Distribution key = distribution(arguments);
  std::vector<float> keys(offsets.back());
  const auto arrays = static_cast<std::int64_t>(offsets.size()) - 1;
#pragma omp parallel for schedule(dynamic, 64)
  for (std::int64_t array = 0; array < arrays; ++array) {
    const std::uint64_t first = offsets[static_cast<std::size_t>(array)];
    const std::uint64_t count = offsets[static_cast<std::size_t>(array) + 1] - first;
    for (std::uint64_t place = 0; place < count; ++place) {
      keys[first + place] = key(place, count, first + place);
    }
  }
  return keys;
}

}  // namespace sorting
