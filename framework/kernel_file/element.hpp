// Element types and their names in kernels.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/error.hpp"
#include "framework/core/value.hpp"

namespace assay {

// The element type of a name: "float", "unsigned int", "uint", "int32_t", "size_t", ...; nothing
// for other types (vectors, half, a kernel's own). `long` has 64 bits, as in OpenCL and in CUDA on
// Linux.
[[nodiscard]] std::optional<assay_element> element_named(std::string_view name);
// A vector of several elements: "float4", "uint16".
struct VectorType {
  assay_element element = ASSAY_F32;
  std::size_t width = 1;  // 2, 3, 4, 8 or 16
};
[[nodiscard]] std::optional<VectorType> vector_named(std::string_view name);
// The names that a user may write, for messages.
[[nodiscard]] const std::vector<std::string>& element_names();
// The shortest name that both OpenCL and CUDA know: "float", "int", "unsigned char".
[[nodiscard]] std::string name_of(assay_element element);

// Calls visit(T{}) with the C++ type of an element that has a name (element_named).
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
    default:
      throw internal_error("kernel files do not support elements of type {}",
                           static_cast<int>(element));
  }
}

// Whether the type can hold a number: integers hold whole numbers within their range, reals hold
// finite numbers that stay finite in them, and all non-finite ones. Rounding is accepted.
[[nodiscard]] bool holds(assay_element element, double number);

// The bytes of a number as a kernel argument. Throws usage Error for a text, for a number out of
// the type's range, and for a fraction if the type is an integer.
[[nodiscard]] std::vector<std::byte> bytes_of(const Value& value, assay_element element);

}  // namespace assay
