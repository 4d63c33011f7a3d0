// Tensors: making dense ones, and access to their elements.
#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "assay/error.hpp"
#include "assay/small_float.hpp"

namespace assay::sdk {

// The element type of memory that holds a C++ type: an integer by its width and sign.
template <class T>
inline constexpr assay_element element_of = [] {
  static_assert(std::is_integral_v<T>, "tensors cannot have elements of this type");
  constexpr assay_element by_width[] = {ASSAY_I8, ASSAY_I16, ASSAY_I32, ASSAY_I64};
  constexpr assay_element unsigned_by_width[] = {ASSAY_U8, ASSAY_U16, ASSAY_U32, ASSAY_U64};
  constexpr std::size_t place = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
  return std::is_signed_v<T> ? by_width[place] : unsigned_by_width[place];
}();
template <>
inline constexpr assay_element element_of<float> = ASSAY_F32;
template <>
inline constexpr assay_element element_of<double> = ASSAY_F64;
template <>
inline constexpr assay_element element_of<Float16> = ASSAY_F16;
template <>
inline constexpr assay_element element_of<BFloat16> = ASSAY_BF16;
template <>
inline constexpr assay_element element_of<Float8E4M3> = ASSAY_F8_E4M3;
template <>
inline constexpr assay_element element_of<Float8E5M2> = ASSAY_F8_E5M2;
template <>
inline constexpr assay_element element_of<bool> = ASSAY_BOOL8;
template <>
inline constexpr assay_element element_of<std::complex<float>> = ASSAY_C64;
template <>
inline constexpr assay_element element_of<std::complex<double>> = ASSAY_C128;

inline std::int64_t element_count(const assay_tensor& tensor) {
  std::int64_t count = 1;
  for (std::uint32_t k = 0; k < tensor.rank; ++k) count *= tensor.shape[k];
  return count;
}

// A dense row-major tensor over memory that the caller keeps alive, like `name`.
template <class T>
assay_tensor dense_tensor(const char* name, std::initializer_list<std::int64_t> shape,
                          const T* data) {
  assay_tensor tensor{};
  tensor.name = name;
  tensor.element = element_of<T>;
  tensor.rank = static_cast<std::uint32_t>(shape.size());
  std::copy(shape.begin(), shape.end(), tensor.shape);
  std::int64_t stride = 1;
  for (std::uint32_t k = tensor.rank; k-- > 0;) {
    tensor.stride[k] = stride;
    stride *= tensor.shape[k];
  }
  tensor.data = const_cast<T*>(data);  // the C struct serves inputs and outputs alike
  return tensor;
}

// The elements of a dense tensor; throws if it has another element type or is not dense.
template <class T>
std::span<T> elements(const assay_tensor& tensor) {
  if (tensor.element != element_of<std::remove_const_t<T>>) {
    throw Error(ASSAY_INVALID,
                std::string("tensor '") + tensor.name + "' has another element type");
  }
  std::int64_t stride = 1;
  for (std::uint32_t k = tensor.rank; k-- > 0;) {
    if (tensor.shape[k] > 1 && tensor.stride[k] != stride) {
      throw Error(ASSAY_UNSUPPORTED, std::string("tensor '") + tensor.name + "' is not dense");
    }
    stride *= tensor.shape[k];
  }
  return {static_cast<T*>(tensor.data), static_cast<std::size_t>(stride)};
}

inline const assay_tensor& find_tensor(std::span<const assay_tensor> tensors,
                                       std::string_view name) {
  for (const auto& tensor : tensors) {
    if (name == tensor.name) return tensor;
  }
  throw Error(ASSAY_INVALID, "the problem has no tensor '" + std::string(name) + "'");
}

}  // namespace assay::sdk
