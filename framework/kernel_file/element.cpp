#include "framework/kernel_file/element.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "assay/element.hpp"
#include "framework/core/error.hpp"

namespace assay {
namespace {

struct Name {
  std::string_view text;
  assay_element element;
};

// The first name of each element is the one that most kernels know.
constexpr std::array spellings = {
    Name{"float", ASSAY_F32},
    Name{"double", ASSAY_F64},
    Name{"char", ASSAY_I8},
    Name{"signed char", ASSAY_I8},
    Name{"int8_t", ASSAY_I8},
    Name{"unsigned char", ASSAY_U8},
    Name{"uchar", ASSAY_U8},
    Name{"uint8_t", ASSAY_U8},
    Name{"short", ASSAY_I16},
    Name{"int16_t", ASSAY_I16},
    Name{"unsigned short", ASSAY_U16},
    Name{"ushort", ASSAY_U16},
    Name{"uint16_t", ASSAY_U16},
    Name{"int", ASSAY_I32},
    Name{"int32_t", ASSAY_I32},
    Name{"unsigned int", ASSAY_U32},
    Name{"unsigned", ASSAY_U32},
    Name{"uint", ASSAY_U32},
    Name{"uint32_t", ASSAY_U32},
    Name{"long", ASSAY_I64},
    Name{"long long", ASSAY_I64},
    Name{"int64_t", ASSAY_I64},
    Name{"ptrdiff_t", ASSAY_I64},
    Name{"unsigned long", ASSAY_U64},
    Name{"unsigned long long", ASSAY_U64},
    Name{"ulong", ASSAY_U64},
    Name{"uint64_t", ASSAY_U64},
    Name{"size_t", ASSAY_U64},
    Name{"half", ASSAY_F16},
    Name{"__half", ASSAY_F16},
    Name{"_Float16", ASSAY_F16},
    Name{"bfloat16", ASSAY_BF16},
    Name{"__nv_bfloat16", ASSAY_BF16},
    Name{"nv_bfloat16", ASSAY_BF16},
    Name{"__bf16", ASSAY_BF16},
    Name{"float8_e4m3", ASSAY_F8_E4M3},
    Name{"__nv_fp8_e4m3", ASSAY_F8_E4M3},
    Name{"float8_e5m2", ASSAY_F8_E5M2},
    Name{"__nv_fp8_e5m2", ASSAY_F8_E5M2},
    Name{"bool", ASSAY_BOOL8},
    Name{"_Bool", ASSAY_BOOL8},
    Name{"float complex", ASSAY_C64},
    Name{"complex64", ASSAY_C64},
    Name{"cuFloatComplex", ASSAY_C64},
    Name{"cuComplex", ASSAY_C64},
    Name{"double complex", ASSAY_C128},
    Name{"complex128", ASSAY_C128},
    Name{"cuDoubleComplex", ASSAY_C128},
};

// 2^63 and 2^64 are powers of two, hence exact as doubles; the largest integers are not.
template <class T>
bool is_in_range(double number) {
  if constexpr (std::is_same_v<T, bool>) {
    return number == 0 || number == 1;
  } else if constexpr (std::is_integral_v<T>) {
    return number >= static_cast<double>(std::numeric_limits<T>::min()) &&
           number < std::ldexp(1.0, std::numeric_limits<T>::digits);
  } else {
    return !std::isfinite(number) || std::isfinite(number_of(element_of_number<T>(number)));
  }
}

template <class T>
bool is_whole_enough(double number) {
  return !std::is_integral_v<T> || std::trunc(number) == number;
}

template <class T>
T converted(const Value& value, assay_element element) {
  const double number = std::visit(
      [](const auto& alternative) -> double {
        if constexpr (std::is_same_v<std::decay_t<decltype(alternative)>, std::string>) {
          throw usage_error("'{}' is a text, but a number is expected", alternative);
        } else {
          return static_cast<double>(alternative);
        }
      },
      value);
  const auto refuse = [&](const char* why) {
    return usage_error("{} {} {}", to_string(value), why, name_of(element));
  };
  if (!is_whole_enough<T>(number)) throw refuse("is not a whole number, as required for");
  if (!is_in_range<T>(number)) throw refuse("is out of range for");
  if constexpr (std::is_integral_v<T>) {
    if (const auto* exact = std::get_if<std::int64_t>(&value)) return static_cast<T>(*exact);
  }
  return element_of_number<T>(number);
}

// The names of vectors' elements are one word.
std::string_view element_of_vector(std::string_view name) {
  if (name == "longlong") return "long long";
  if (name == "ulonglong") return "unsigned long long";
  return name;
}

}  // namespace

std::optional<assay_element> element_named(std::string_view name) {
  const auto found = std::ranges::find(spellings, name, &Name::text);
  if (found == spellings.end()) return std::nullopt;
  return found->element;
}

std::optional<VectorType> vector_named(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::size_t>, 5> widths = {
      {{"16", 16}, {"2", 2}, {"3", 3}, {"4", 4}, {"8", 8}}};
  if (element_named(name)) return std::nullopt;  // bfloat16 is one number
  for (const auto& [digits, width] : widths) {
    if (!name.ends_with(digits)) continue;
    const auto element =
        element_named(element_of_vector(name.substr(0, name.size() - digits.size())));
    if (element) return VectorType{*element, width};
  }
  return std::nullopt;
}

const std::vector<std::string>& element_names() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> texts;
    for (const Name& name : spellings) texts.emplace_back(name.text);
    return texts;
  }();
  return all;
}

std::string name_of(assay_element element) {
  return std::string(std::ranges::find(spellings, element, &Name::element)->text);
}

bool holds(assay_element element, double number) {
  return visit_element(element, [number](auto sample) {
    using T = decltype(sample);
    return is_whole_enough<T>(number) && is_in_range<T>(number);
  });
}

bool is_whole(assay_element element) {
  return visit_element(element, [](auto sample) { return std::is_integral_v<decltype(sample)>; });
}

assay_element part_of(assay_element element) {
  if (element == ASSAY_C64) return ASSAY_F32;
  return element == ASSAY_C128 ? ASSAY_F64 : element;
}

bool same_bits(assay_element one, assay_element other) {
  if (one == other) return true;
  const auto is_bits = [](assay_element element) {
    return element == ASSAY_U8 || element == ASSAY_U16 ||
           (element >= ASSAY_F16 && element <= ASSAY_BOOL8);
  };
  return is_bits(one) && is_bits(other) && sdk::element_size(one) == sdk::element_size(other);
}

Extent extent_of(assay_element element, std::size_t width, assay_backend backend) {
  const std::size_t size = sdk::element_size(element);
  constexpr std::size_t most_alignment = 16;
  if (backend == ASSAY_OPENCL) {
    const std::size_t bytes = size * (width == 3 ? 4 : width);
    return {bytes, bytes};
  }
  if (width == 3) return {3 * size, size};
  // In C and C++ a complex number is two numbers, in CUDA a vector of them.
  if (backend == ASSAY_CPU && width == 1) return {size, sdk::element_size(part_of(element))};
  return {width * size, std::min(width * size, most_alignment)};
}

std::vector<std::byte> bytes_of(const Value& value, assay_element element) {
  return visit_element(element, [&](auto sample) {
    const auto number = converted<decltype(sample)>(value, element);
    std::vector<std::byte> bytes(sizeof number);
    std::memcpy(bytes.data(), &number, sizeof number);
    return bytes;
  });
}

}  // namespace assay
