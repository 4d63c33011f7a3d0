#include "framework/kernel_file/conversion.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <type_traits>

#include "assay/element.hpp"
#include "framework/core/error.hpp"
#include "framework/core/shares.hpp"
#include "framework/kernel_file/element.hpp"

namespace assay {
namespace {

struct Format {
  assay_element element;
  int digits;            // significant bits
  int largest_exponent;  // of a power of two that the type has
};
constexpr std::array formats = {Format{ASSAY_F64, 53, 1023}, Format{ASSAY_F32, 24, 127},
                                Format{ASSAY_F16, 11, 15},   Format{ASSAY_BF16, 8, 127},
                                Format{ASSAY_F8_E4M3, 4, 8}, Format{ASSAY_F8_E5M2, 3, 15}};

// The format of a real type, or of a complex type's parts; nothing for whole numbers.
std::optional<Format> format_of(assay_element element) {
  const auto found = std::ranges::find(formats, part_of(element), &Format::element);
  return found == formats.end() ? std::nullopt : std::optional(*found);
}

bool is_complex(assay_element element) { return part_of(element) != element; }

// Calls visit(T{}) with the C++ type of a real element.
template <class Visit>
void visit_real(assay_element element, const Visit& visit) {
  visit_element(element, [&](auto sample) {
    using T = decltype(sample);
    if constexpr (std::is_integral_v<T> || requires { typename T::value_type; }) {
      throw internal_error("elements of type {} are not converted", name_of(element));
    } else {
      visit(sample);
    }
  });
}

constexpr std::size_t block_size = 1024;
using Block = std::array<double, block_size>;

// Real elements of two types; of complex ones, the parts.
struct Conversion {
  assay_element from_type;
  std::span<const std::byte> from;
  assay_element to_type;
  std::span<std::byte> to;

  void convert(std::size_t first, std::size_t last) const;
};

// Every real type has its numbers among the doubles, so that each element is rounded once.
void Conversion::convert(std::size_t first, std::size_t last) const {
  const std::size_t from_bytes = sdk::element_size(from_type);
  const std::size_t to_bytes = sdk::element_size(to_type);
  Block block;
  for (; first < last; first += block_size) {
    const std::size_t count = std::min(block_size, last - first);
    visit_real(from_type, [&](auto sample) {
      for (std::size_t k = 0; k < count; ++k) {
        std::memcpy(&sample, from.data() + (first + k) * from_bytes, sizeof sample);
        block[k] = static_cast<double>(sample);
      }
    });
    visit_real(to_type, [&](auto sample) {
      for (std::size_t k = 0; k < count; ++k) {
        sample = static_cast<decltype(sample)>(block[k]);
        std::memcpy(to.data() + (first + k) * to_bytes, &sample, sizeof sample);
      }
    });
  }
}

}  // namespace

bool holds_all(assay_element wide, assay_element narrow) {
  const auto one = format_of(wide);
  const auto other = format_of(narrow);
  return one && other && is_complex(wide) == is_complex(narrow) && one->digits >= other->digits &&
         one->largest_exponent >= other->largest_exponent;
}

assay_element less_precise(assay_element one, assay_element other) {
  const auto first = format_of(one);
  const auto second = format_of(other);
  if (!first) return other;
  return second && second->digits < first->digits ? other : one;
}

void convert_elements(assay_element from_type, std::span<const std::byte> from,
                      assay_element to_type, std::span<std::byte> to, std::size_t threads) {
  if (is_complex(from_type) != is_complex(to_type)) {
    throw internal_error("complex and real elements are not converted to each other");
  }
  constexpr std::size_t fewest = std::size_t{1} << 18U;
  const Conversion conversion{part_of(from_type), from, part_of(to_type), to};
  do_in_shares(
      from.size() / sdk::element_size(conversion.from_type), fewest,
      [&](std::size_t first, std::size_t last) { conversion.convert(first, last); }, threads);
}

}  // namespace assay
