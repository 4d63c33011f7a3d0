#include "framework/kernel_file/fill.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <numbers>

#include "assay/element.hpp"
#include "assay/random.hpp"
#include "assay/tensor.hpp"
#include "framework/core/error.hpp"
#include "framework/core/shares.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/struct_array.hpp"

namespace assay {
namespace {

// Pseudo-random bits determined by a seed and a position.
std::uint64_t random_bits(std::uint64_t seed, std::uint64_t position) {
  return sdk::mixed(seed * 0xD1342543DE82EF95 + (position + 1) * sdk::golden_stride);
}

// A number in [0, 1) from the upper 53 bits.
double unit_interval(std::uint64_t seed, std::uint64_t position) {
  return static_cast<double>(random_bits(seed, position) >> 11) * 0x1p-53;
}

// A normally distributed number, by the Box-Muller transform of two uniform numbers per element.
double standard_normal(std::uint64_t seed, std::uint64_t position) {
  const double radius = std::sqrt(-2 * std::log1p(-unit_interval(seed, 2 * position)));
  return radius * std::cos(2 * std::numbers::pi * unit_interval(seed, 2 * position + 1));
}

using Rule = std::function<double(std::uint64_t)>;

Rule rule_of(const ArrayFill& fill, bool real) {
  if (fill.rule == "constant") return [&](std::uint64_t) { return fill.first; };
  if (fill.rule == "index") {
    return [&](std::uint64_t k) { return fill.first + fill.second * static_cast<double>(k); };
  }
  if (fill.rule == "normal") {
    return [&, real](std::uint64_t k) {
      const double x = fill.first + fill.second * standard_normal(fill.seed, k);
      return real ? x : std::round(x);
    };
  }
  if (fill.rule != "uniform")
    throw internal_error("'{}' is not a rule for filling arrays", fill.rule);
  return [&, real](std::uint64_t k) {
    const double u = unit_interval(fill.seed, k);
    return real ? fill.first + (fill.second - fill.first) * u
                : fill.first + std::floor((fill.second - fill.first + 1) * u);
  };
}

// Fills elements first .. last - 1. Both parts of a complex number follow the rule, one after the
// other.
void fill_range(std::span<std::byte> memory, assay_element element, const Rule& rule,
                std::size_t first, std::size_t last) {
  visit_element(part_of(element), [&](auto sample) {
    using T = decltype(sample);
    for (std::size_t k = first; k < last; ++k) {
      const double x = rule(k);
      if (!holds(element, x)) {
        throw usage_error("element {} would be {}, which does not fit into {}", k, x,
                          name_of(element));
      }
      const T value = element_of_number<T>(x);
      std::memcpy(memory.data() + k * sizeof(T), &value, sizeof(T));
    }
  });
}

}  // namespace

void fill_elements(std::span<std::byte> memory, assay_element element, const ArrayFill& fill,
                   std::size_t threads) {
  constexpr std::size_t fewest = std::size_t{1} << 16U;
  const Rule rule = rule_of(fill, !is_whole(element));
  do_in_shares(
      memory.size() / sdk::element_size(part_of(element)), fewest,
      [&](std::size_t first, std::size_t last) { fill_range(memory, element, rule, first, last); },
      threads);
}

void fill_array(std::span<std::byte> memory, const ArrayDescription& array, assay_element element,
                std::uint64_t draw) {
  const auto fill_as = [&](std::span<std::byte> part, assay_element type, ArrayFill fill,
                           const std::string& what, const std::string& place) {
    fill.seed += draw;
    try {
      fill_elements(part, type, fill);
    } catch (const Error& error) {
      throw error_at(place, fmt::format("{}: {}", what, error.what()));
    }
  };
  if (array.members.empty()) {
    return fill_as(memory, element, array.fill, fmt::format("array '{}'", array.name), array.place);
  }
  const assay_tensor structs = structs_in(memory, array);
  for (const ArrayMember& member : array.members) {
    const assay_tensor there = member_tensor(member, structs);
    std::vector<std::byte> elements(static_cast<std::size_t>(sdk::element_count(there)) *
                                    sdk::element_size(there.element));
    fill_as(elements, member.element, member.fill,
            fmt::format("member '{}' of array '{}'", member.name, array.name), member.place);
    scatter(elements, there);
  }
}

void place_elements(std::span<std::byte> memory, std::size_t element_bytes, std::size_t first,
                    std::size_t stride, std::span<const std::byte> source) {
  const std::size_t count = source.size() / element_bytes;
  for (std::size_t k = 0; k < count; ++k) {
    std::memcpy(memory.data() + (first + k * stride) * element_bytes,
                source.data() + k * element_bytes, element_bytes);
  }
}

}  // namespace assay
