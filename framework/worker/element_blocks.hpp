// Elements of tensors of any type and strides, read in blocks of one type.
#pragma once

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "assay/small_float.hpp"
#include "framework/core/error.hpp"
#include "framework/worker/tensor.hpp"

namespace assay {

// Elements are converted in blocks to one type that holds all values of both sides: complex where
// one of them is, long double where an integer takes part, since its 64-bit mantissa (x86) holds
// every 64-bit integer, and double for all others.
inline constexpr std::int64_t block_size = 1024;

template <class Wide>
using Block = std::array<Wide, block_size>;

template <class T>
inline constexpr bool is_complex_number = false;
template <class T>
inline constexpr bool is_complex_number<std::complex<T>> = true;

template <class Wide, class T>
Wide widened(T value) {
  if constexpr (is_complex_number<T> && is_complex_number<Wide>) {
    return Wide(value.real(), value.imag());
  } else if constexpr (is_complex_number<T>) {
    throw internal_error("complex elements must be compared as complex numbers");
  } else if constexpr (is_complex_number<Wide>) {
    return Wide(static_cast<double>(value));
  } else {
    return static_cast<Wide>(value);
  }
}

template <class Wide, class T>
void widen(const std::byte* source, std::int64_t stride, std::int64_t count, Wide* target) {
  const auto widen_by = [&](std::int64_t bytes) {
    for (std::int64_t k = 0; k < count; ++k) {
      T value;
      std::memcpy(&value, source + k * bytes, sizeof(T));
      target[k] = widened<Wide>(value);
    }
  };
  constexpr auto size = static_cast<std::int64_t>(sizeof(T));
  // The compiler makes vectors of adjacent elements.
  stride == 1 ? widen_by(size) : widen_by(stride * size);
}

template <class Wide>
void widen(assay_element element, const std::byte* source, std::int64_t stride, std::int64_t count,
           Wide* target) {
  switch (element) {
    case ASSAY_F32:
      return widen<Wide, float>(source, stride, count, target);
    case ASSAY_F64:
      return widen<Wide, double>(source, stride, count, target);
    case ASSAY_I8:
      return widen<Wide, std::int8_t>(source, stride, count, target);
    case ASSAY_U8:
      return widen<Wide, std::uint8_t>(source, stride, count, target);
    case ASSAY_I16:
      return widen<Wide, std::int16_t>(source, stride, count, target);
    case ASSAY_U16:
      return widen<Wide, std::uint16_t>(source, stride, count, target);
    case ASSAY_I32:
      return widen<Wide, std::int32_t>(source, stride, count, target);
    case ASSAY_U32:
      return widen<Wide, std::uint32_t>(source, stride, count, target);
    case ASSAY_I64:
      return widen<Wide, std::int64_t>(source, stride, count, target);
    case ASSAY_U64:
      return widen<Wide, std::uint64_t>(source, stride, count, target);
    case ASSAY_F16:
      return widen<Wide, sdk::Float16>(source, stride, count, target);
    case ASSAY_BF16:
      return widen<Wide, sdk::BFloat16>(source, stride, count, target);
    case ASSAY_F8_E4M3:
      return widen<Wide, sdk::Float8E4M3>(source, stride, count, target);
    case ASSAY_F8_E5M2:
      return widen<Wide, sdk::Float8E5M2>(source, stride, count, target);
    case ASSAY_BOOL8:
      return widen<Wide, std::uint8_t>(source, stride, count, target);
    case ASSAY_C64:
      return widen<Wide, std::complex<float>>(source, stride, count, target);
    case ASSAY_C128:
      return widen<Wide, std::complex<double>>(source, stride, count, target);
  }
}

// Reads elements first .. first + count - 1 in row-major order, for any strides.
template <class Wide>
void read_block(const assay_tensor& tensor, std::int64_t first, std::int64_t count,
                Block<Wide>& block) {
  const auto size = static_cast<std::int64_t>(element_size(tensor.element));
  const auto* data = static_cast<const std::byte*>(tensor.data);
  const std::int64_t row = tensor.rank == 0 ? 1 : tensor.shape[tensor.rank - 1];
  const std::int64_t stride = tensor.rank == 0 ? 1 : tensor.stride[tensor.rank - 1];
  for (std::int64_t done = 0; done < count;) {
    const std::int64_t number = first + done;
    const std::int64_t piece = std::min(count - done, row - number % row);
    widen(tensor.element, data + memory_offset(tensor, number) * size, stride, piece,
          block.data() + done);
    done += piece;
  }
}

}  // namespace assay
