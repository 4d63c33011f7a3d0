// What the element types of tensors are like.
#pragma once

#include <cstddef>

#include "assay/plugin.h"

namespace assay::sdk {

// The bytes of one element; 0 for a value that is none of the enumeration.
constexpr std::size_t element_size(assay_element element) {
  switch (element) {
    case ASSAY_I8:
    case ASSAY_U8:
    case ASSAY_F8_E4M3:
    case ASSAY_F8_E5M2:
    case ASSAY_BOOL8:
      return 1;
    case ASSAY_I16:
    case ASSAY_U16:
    case ASSAY_F16:
    case ASSAY_BF16:
      return 2;
    case ASSAY_F32:
    case ASSAY_I32:
    case ASSAY_U32:
      return 4;
    case ASSAY_F64:
    case ASSAY_I64:
    case ASSAY_U64:
    case ASSAY_C64:
      return 8;
    case ASSAY_C128:
      return 16;
  }
  return 0;
}

// Whether it is float or double.
constexpr bool is_floating(assay_element element) {
  return element == ASSAY_F32 || element == ASSAY_F64;
}

}  // namespace assay::sdk
