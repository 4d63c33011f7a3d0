#include "framework/standalone/python_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "framework/kernel_file/element.hpp"
#include "framework/standalone/text.hpp"

namespace assay::standalone::python {
namespace {

// The type that rounds to an element of which NumPy keeps the bits; "" of others.
std::string small_type(assay_element element) {
  switch (element) {
    case ASSAY_BF16:
      return "ml_dtypes.bfloat16";
    case ASSAY_F8_E4M3:
      return "ml_dtypes.float8_e4m3fn";
    case ASSAY_F8_E5M2:
      return "ml_dtypes.float8_e5m2";
    default:
      return "";
  }
}

// The letter of an element in struct.pack.
std::string pack_letter(assay_element element) {
  switch (element) {
    case ASSAY_F32:
      return "f";
    case ASSAY_F64:
      return "d";
    case ASSAY_F16:
      return "e";
    case ASSAY_I8:
      return "b";
    case ASSAY_I16:
      return "h";
    case ASSAY_U16:
    case ASSAY_BF16:
      return "H";
    case ASSAY_I32:
      return "i";
    case ASSAY_U32:
      return "I";
    case ASSAY_I64:
      return "q";
    case ASSAY_U64:
      return "Q";
    default:
      return "B";
  }
}

std::string python_number(const std::string& decimal) {
  const bool finite =
      decimal.find("inf") == std::string::npos && decimal != "nan" && decimal != "-nan";
  return finite ? decimal : "float(\"" + decimal + "\")";
}

std::string real(double value) { return python_number(real_text(value)); }

// The decimals of an element: of a complex one two.
std::vector<std::string> numbers_of(std::span<const std::byte> bytes, assay_element element) {
  std::vector<std::string> numbers;
  const std::size_t parts = parts_in(element);
  const std::size_t size = bytes.size() / parts;
  for (std::size_t k = 0; k < parts; ++k) {
    numbers.push_back(python_number(decimal(bytes.subspan(k * size, size), part_of(element))));
  }
  return numbers;
}

// struct.pack("<i12x4f", 5, 0.0, 0.0, 0.0, 1.0)
std::string packed(const ProgramArgument& argument) {
  std::string format = "<";
  std::vector<std::string> numbers;
  std::size_t end = 0;
  const auto pad = [&](std::size_t begin) {
    if (begin > end) format += fmt::format("{}x", begin - end);
    end = begin;
  };
  for (const ProgramMember& member : argument.members) {
    pad(member.begin);
    const std::size_t count = member.numbers.size() * parts_in(member.element);
    format += (count == 1 ? "" : std::to_string(count)) + pack_letter(part_of(member.element));
    for (const auto& bytes : member.numbers) {
      for (std::string& number : numbers_of(bytes, member.element)) {
        numbers.push_back(std::move(number));
      }
      end += bytes.size();
    }
  }
  pad(argument.bytes);
  return fmt::format("struct.pack(\"{}\", {})", format, fmt::join(numbers, ", "));
}

// The elements of an array by a rule, without its type.
std::string elements_of(const ArrayFill& fill, bool whole, const std::string& shape,
                        std::size_t count, bool flat) {
  const auto number = [&](double value) {
    const bool plain = whole && std::abs(value) < 0x1p53 && value == std::trunc(value);
    return plain ? std::to_string(static_cast<std::int64_t>(value)) : real(value);
  };
  if (fill.rule == "constant") return fmt::format("np.full({}, {})", shape, number(fill.first));
  if (fill.rule == "index") {
    std::string text = fmt::format("np.arange({})", count);
    if (fill.second != 1) text = fmt::format("{} * {}", number(fill.second), text);
    if (fill.first != 0) text = fmt::format("{} + {}", number(fill.first), text);
    if (fill.first != 0 || fill.second != 1) text = "(" + text + ")";
    return text + (flat ? "" : fmt::format(".reshape({})", shape));
  }
  if (fill.rule == "normal") {
    const std::string drawn =
        fmt::format("random.normal({}, {}, {})", number(fill.first), number(fill.second), shape);
    return whole ? "np.rint(" + drawn + ")" : drawn;
  }
  const std::string drawn = fmt::format("random.uniform({}, {}, {})", number(fill.first),
                                        number(whole ? fill.second + 1 : fill.second), shape);
  return whole ? "np.floor(" + drawn + ")" : drawn;
}

}  // namespace

std::string numpy_type(assay_element element) {
  switch (element) {
    case ASSAY_F32:
      return "np.float32";
    case ASSAY_F64:
      return "np.float64";
    case ASSAY_F16:
      return "np.float16";
    case ASSAY_I8:
      return "np.int8";
    case ASSAY_I16:
      return "np.int16";
    case ASSAY_U16:
    case ASSAY_BF16:
      return "np.uint16";
    case ASSAY_I32:
      return "np.int32";
    case ASSAY_U32:
      return "np.uint32";
    case ASSAY_I64:
      return "np.int64";
    case ASSAY_U64:
      return "np.uint64";
    case ASSAY_BOOL8:
      return "np.bool_";
    case ASSAY_C64:
      return "np.complex64";
    case ASSAY_C128:
      return "np.complex128";
    default:
      return "np.uint8";
  }
}

std::string value_text(const ProgramArgument& argument, assay_backend backend) {
  if (!argument.is_number()) {
    const std::string bytes = packed(argument);
    // CuPy passes the memory of a NumPy array of one element by value.
    return backend == ASSAY_CUDA ? fmt::format("np.frombuffer({}, \"V{}\")", bytes, argument.bytes)
                                 : bytes;
  }
  const ProgramMember& member = argument.members.front();
  const auto numbers = numbers_of(member.numbers.front(), member.element);
  return fmt::format("{}({})", numpy_type(member.element),
                     numbers.size() == 1 ? numbers.front()
                                         : fmt::format("complex({}, {})", numbers[0], numbers[1]));
}

std::string array_text(const ProgramArray& array) {
  if (array.fill.rule == "members") {
    std::vector<std::string> members;
    for (const ProgramArray& member : array.members) {
      members.push_back(fmt::format("({}, {})", member.offset, array_text(member)));
    }
    const auto outer = std::span(array.shape).first(array.shape.size() - 1);
    return fmt::format("structs(({},), {}, [{}])", fmt::join(outer, ", "), array.shape.back(),
                       fmt::join(members, ", "));
  }
  std::vector<std::int64_t> extents = array.shape;
  const std::size_t parts = parts_in(array.element);
  if (parts == 2) extents.push_back(2);
  const bool flat = extents.size() == 1;
  const std::string type = numpy_type(array.element);
  const std::string own =
      flat ? std::to_string(extents.front()) : fmt::format("({})", fmt::join(extents, ", "));
  if (array.fill.rule == "file") {
    return fmt::format("np.load({}).view({})", quoted(array.fill.file), type);
  }
  const std::string whole_shape = array.shape.size() == 1
                                      ? std::to_string(array.shape.front())
                                      : fmt::format("({})", fmt::join(array.shape, ", "));
  const bool is_constant = array.fill.rule == "constant";
  if (array.fill.rule == "none" || (is_constant && array.fill.first == 0)) {
    return fmt::format("np.zeros({}, {})", whole_shape, type);
  }
  const std::string elements =
      elements_of(array.fill, is_whole(array.element), own, array.count() * parts, flat);
  if (parts == 2) {
    return fmt::format("{}.astype({}).view({})[..., 0]", elements,
                       numpy_type(part_of(array.element)), type);
  }
  const std::string small = small_type(array.element);
  if (!small.empty()) return fmt::format("{}.astype({}).view({})", elements, small, type);
  return fmt::format("{}.astype({})", elements, type);
}

}  // namespace assay::standalone::python
