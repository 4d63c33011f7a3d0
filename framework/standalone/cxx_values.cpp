#include "framework/standalone/cxx_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "assay/element.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/standalone/text.hpp"

namespace assay::standalone {
namespace {

// The type of a number that is passed by value. Bits stand for types that C++ lacks.
std::string value_type(assay_element element) {
  if (element == ASSAY_BF16) return "std::uint16_t";
  return cxx_type(part_of(element));
}

// A number that C++ converts to its type without narrowing.
std::string number_text(std::span<const std::byte> bytes, assay_element element) {
  std::string text = decimal(bytes, element);
  const std::string type = value_type(element);
  if (element == ASSAY_I64 || element == ASSAY_U64 || element == ASSAY_I32) {
    // The least number has no literal of its own: the minus comes after it.
    if (text == "-9223372036854775808") return "INT64_MIN";
    if (text == "-2147483648") return "INT32_MIN";
    return text + (element == ASSAY_I64 ? "LL" : element == ASSAY_U64 ? "ULL" : "");
  }
  if (is_whole(element) || is_bits(element)) return text;
  if (text.ends_with("nan")) return fmt::format("static_cast<{}>(NAN)", type);
  if (text.ends_with("inf")) {
    return fmt::format("static_cast<{}>({}INFINITY)", type, text.front() == '-' ? "-" : "");
  }
  const bool plain = text.find_first_of(".e") == std::string::npos;
  const std::string real = plain ? text + ".0" : text;
  if (element == ASSAY_F32) return real + "f";
  return element == ASSAY_F16 ? fmt::format("static_cast<{}>({})", type, real) : real;
}

// The numbers of an element: of a complex one two.
std::vector<std::string> numbers_of(std::span<const std::byte> bytes, assay_element element) {
  std::vector<std::string> numbers;
  const std::size_t parts = parts_in(element);
  const std::size_t size = bytes.size() / parts;
  for (std::size_t k = 0; k < parts; ++k) {
    numbers.push_back(number_text(bytes.subspan(k * size, size), part_of(element)));
  }
  return numbers;
}

}  // namespace

std::string cxx_type(assay_element element) {
  switch (element) {
    case ASSAY_F32:
      return "float";
    case ASSAY_F64:
      return "double";
    case ASSAY_F16:
      return "_Float16";
    case ASSAY_BF16:
      return "Bfloat16";
    case ASSAY_I8:
      return "std::int8_t";
    case ASSAY_I16:
      return "std::int16_t";
    case ASSAY_U16:
      return "std::uint16_t";
    case ASSAY_I32:
      return "std::int32_t";
    case ASSAY_U32:
      return "std::uint32_t";
    case ASSAY_I64:
      return "std::int64_t";
    case ASSAY_U64:
      return "std::uint64_t";
    case ASSAY_C64:
      return "std::complex<float>";
    case ASSAY_C128:
      return "std::complex<double>";
    default:
      return "std::uint8_t";
  }
}

std::string shown_type(assay_element element) {
  return element == ASSAY_BF16 ? "std::uint16_t" : cxx_type(part_of(element));
}

std::string numpy_descr(assay_element element) {
  if (element == ASSAY_BOOL8) return "|b1";
  const std::size_t size = sdk::element_size(element);
  if (is_bits(element)) return size == 1 ? "|u1" : "<u2";
  const char kind = parts_in(element) == 2                    ? 'c'
                    : !is_whole(element)                      ? 'f'
                    : cxx_type(element).starts_with("std::u") ? 'u'
                                                              : 'i';
  return fmt::format("{}{}{}", size == 1 ? '|' : '<', kind, size);
}

std::string cxx_real(double value) {
  if (std::isnan(value)) return "NAN";
  if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
  return real_text(value);
}

std::string cxx_scalar(const ProgramArgument& argument) {
  const ProgramMember& member = argument.members.front();
  const auto numbers = numbers_of(member.numbers.front(), member.element);
  if (numbers.size() == 2) {
    return fmt::format("{}({}, {})", cxx_type(member.element), numbers[0], numbers[1]);
  }
  return fmt::format("{}{{{}}}", value_type(member.element), numbers.front());
}

std::string cxx_struct(const ProgramArgument& argument, const std::string& name,
                       const std::string& indent) {
  std::string text = indent + "const struct {\n";
  std::vector<std::string> values;
  for (std::size_t k = 0; k < argument.members.size(); ++k) {
    const ProgramMember& member = argument.members[k];
    const std::size_t size = sdk::element_size(part_of(member.element));
    std::vector<std::string> numbers;
    for (const auto& bytes : member.numbers) {
      for (std::string& number : numbers_of(bytes, member.element)) {
        numbers.push_back(std::move(number));
      }
    }
    const std::size_t width = member.bytes / size;
    const std::string list = fmt::format("{}", fmt::join(numbers, ", "));
    text +=
        fmt::format("{}  {}{} member_{}{};\n", indent,
                    width == 1 ? "" : fmt::format("alignas({}) ", member.alignment),
                    value_type(member.element), k, width == 1 ? "" : fmt::format("[{}]", width));
    values.push_back(width == 1 ? list : "{" + list + "}");
  }
  return text + fmt::format("{0}}} {1} = {{{2}}};\n{0}static_assert(sizeof {1} == {3}, \"\");\n",
                            indent, name, fmt::join(values, ", "), argument.bytes);
}

bool uses_complex(const ProgramLaunch& launch) {
  return std::ranges::any_of(launch.arguments, [](const ProgramArgument& argument) {
    return argument.is_number() && parts_in(argument.members.front().element) == 2;
  });
}

std::size_t flag_bytes(const ProgramArray& array) { return sdk::element_size(array.element); }

}  // namespace assay::standalone
