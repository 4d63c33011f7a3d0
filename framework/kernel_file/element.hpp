// Element types and their names in kernels.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/plugin.h"
#include "assay/small_float.hpp"
#include "framework/core/error.hpp"
#include "framework/core/value.hpp"

namespace assay {

// The element type of a name: "float", "unsigned int", "uint", "int32_t", "size_t", "half",
// "__nv_bfloat16", ...; nothing for other types (vectors, a kernel's own). `long` has 64 bits, as
// in OpenCL and in CUDA on Linux.
[[nodiscard]] std::optional<assay_element> element_named(std::string_view name);
// A vector of several elements: "float4", "uint16", "half2".
struct VectorType {
  assay_element element = ASSAY_F32;
  std::size_t width = 1;  // 2, 3, 4, 8 or 16
};
[[nodiscard]] std::optional<VectorType> vector_named(std::string_view name);
// The names that a user may write, for messages.
[[nodiscard]] const std::vector<std::string>& element_names();
// The name that most kernels know: "float", "int", "unsigned char".
[[nodiscard]] std::string name_of(assay_element element);

// Calls visit(T{}) with the C++ type of an element.
template <class Visit>
decltype(auto) visit_element(assay_element element, Visit&& visit) {
  switch (element) {
    case ASSAY_F32:
      return visit(float{});
    case ASSAY_F64:
      return visit(double{});
    case ASSAY_I8:
      return visit(std::int8_t{});
    case ASSAY_U8:
      return visit(std::uint8_t{});
    case ASSAY_I16:
      return visit(std::int16_t{});
    case ASSAY_U16:
      return visit(std::uint16_t{});
    case ASSAY_I32:
      return visit(std::int32_t{});
    case ASSAY_U32:
      return visit(std::uint32_t{});
    case ASSAY_I64:
      return visit(std::int64_t{});
    case ASSAY_U64:
      return visit(std::uint64_t{});
    case ASSAY_F16:
      return visit(sdk::Float16{});
    case ASSAY_BF16:
      return visit(sdk::BFloat16{});
    case ASSAY_F8_E4M3:
      return visit(sdk::Float8E4M3{});
    case ASSAY_F8_E5M2:
      return visit(sdk::Float8E5M2{});
    case ASSAY_BOOL8:
      return visit(bool{});
    case ASSAY_C64:
      return visit(std::complex<float>{});
    case ASSAY_C128:
      return visit(std::complex<double>{});
  }
  throw internal_error("kernel files do not support elements of type {}",
                       static_cast<int>(element));
}

// The element's number, of a complex one the real part.
template <class T>
[[nodiscard]] double number_of(const T& value) {
  if constexpr (requires { value.real(); }) {
    return static_cast<double>(value.real());
  } else {
    return static_cast<double>(value);
  }
}

// The element that is nearest to a number, of a complex one the real part.
template <class T>
[[nodiscard]] T element_of_number(double number) {
  if constexpr (requires { typename T::value_type; }) {
    return T(static_cast<typename T::value_type>(number));
  } else {
    return static_cast<T>(number);
  }
}

// Whether the elements are whole numbers.
[[nodiscard]] bool is_whole(assay_element element);

// The type of the real and imaginary part of a complex element; other elements are their own part.
[[nodiscard]] assay_element part_of(assay_element element);

// Whether elements of one type may stand for elements of the other, bit by bit: small floats and
// booleans for unsigned integers of their size, which is what files have where a format lacks them.
[[nodiscard]] bool same_bits(assay_element one, assay_element other);

// Whether the type can hold a number: integers hold whole numbers within their range, reals hold
// finite numbers that stay finite in them, and all non-finite ones. Rounding is accepted.
[[nodiscard]] bool holds(assay_element element, double number);

// The bytes that a vector of that many elements is aligned to as a kernel argument, and those that
// it takes. In OpenCL vectors of three are as large as those of four, and every vector is aligned
// to its size; in CUDA and C++ a vector of three is three numbers, and nothing is aligned to more
// than 16. Complex numbers are vectors of two, and in C and C++ two numbers.
struct Extent {
  std::size_t bytes = 0;
  std::size_t alignment = 1;
};
[[nodiscard]] Extent extent_of(assay_element element, std::size_t width, assay_backend backend);

// The bytes of a number as a kernel argument. Throws usage Error for a text, for a number out of
// the type's range, and for a fraction if the type is an integer.
[[nodiscard]] std::vector<std::byte> bytes_of(const Value& value, assay_element element);

}  // namespace assay
