#include "framework/kernel_file/element.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "framework/core/error.hpp"

namespace assay {
namespace {

struct Name {
  std::string_view text;
  assay_element element;
};

// The first name of each element is the one that both dialects know.
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
};

// 2^63 and 2^64 are powers of two, hence exact as doubles; the largest integers are not.
template <class T>
bool is_in_range(double number) {
  if constexpr (std::is_floating_point_v<T>) {
    return !std::isfinite(number) || std::isfinite(static_cast<T>(number));
  } else {
    return number >= static_cast<double>(std::numeric_limits<T>::min()) &&
           number < std::ldexp(1.0, std::numeric_limits<T>::digits);
  }
}

template <class T>
bool is_whole_enough(double number) {
  return std::is_floating_point_v<T> || std::trunc(number) == number;
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
  const auto* exact = std::get_if<std::int64_t>(&value);
  return exact != nullptr ? static_cast<T>(*exact) : static_cast<T>(number);
}

}  // namespace

std::optional<assay_element> element_named(std::string_view name) {
  const auto found = std::ranges::find(spellings, name, &Name::text);
  if (found == spellings.end()) return std::nullopt;
  return found->element;
}

std::optional<VectorType> vector_named(std::string_view name) {
  const std::size_t digits = name.find_first_of("0123456789");
  if (digits == std::string_view::npos) return std::nullopt;
  // OpenCL's element names are one word; CUDA's longlong2 stands for long long.
  std::string_view plain = name.substr(0, digits);
  if (plain == "longlong") plain = "long long";
  if (plain == "ulonglong") plain = "unsigned long long";
  const auto element = element_named(plain);
  const std::string_view width = name.substr(digits);
  constexpr std::array<std::pair<std::string_view, std::size_t>, 5> widths = {
      {{"2", 2}, {"3", 3}, {"4", 4}, {"8", 8}, {"16", 16}}};
  const auto found = std::ranges::find(widths, width, [](const auto& each) { return each.first; });
  if (!element || found == widths.end()) return std::nullopt;
  return VectorType{*element, found->second};
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

std::vector<std::byte> bytes_of(const Value& value, assay_element element) {
  return visit_element(element, [&](auto sample) {
    const auto number = converted<decltype(sample)>(value, element);
    std::vector<std::byte> bytes(sizeof number);
    std::memcpy(bytes.data(), &number, sizeof number);
    return bytes;
  });
}

}  // namespace assay
