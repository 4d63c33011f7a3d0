// Elements on a device beside those that are expected there.
#pragma once

#include <cstddef>
#include <cstdint>

#include "assay/plugin.h"

namespace assay::device {

class Buffer;

// So many floating-point elements from `offset` bytes on, and what is expected of them, from the
// beginning of another buffer on. An element x passes against r if |x - r| <= absolute + relative
// |r|, a NaN only against a NaN, and an infinity only against the same one. Where elements have
// tolerances of their own, these are added, and an element of infinite tolerance is not looked at.
struct Comparison {
  Buffer* elements;
  std::size_t offset;
  Buffer* expected;
  std::size_t count;
  assay_element element;  // ASSAY_F32 or ASSAY_F64, on both sides
  double absolute;
  double relative;
  Buffer* tolerances = nullptr;  // so many from its beginning on, of type `element`; or none

  [[nodiscard]] std::size_t bytes() const {
    return count * (element == ASSAY_F32 ? sizeof(float) : sizeof(double));
  }
};

struct Differences {
  std::uint64_t beyond = 0;  // elements that do not pass
  double error = 0;          // the largest in units of the tolerance; of all that do not pass, too
  double deviation = 0;      // the largest between finite elements
  double magnitude = 0;      // the largest number expected of a finite element
  // Elements that are expected to have more digits than the next lower precision holds, and those
  // of them that have no more.
  std::uint64_t fine = 0;
  std::uint64_t rounded = 0;
};

}  // namespace assay::device
