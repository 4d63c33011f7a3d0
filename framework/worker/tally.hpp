#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>

#include "assay/plugin.h"
#include "framework/core/usable_cpus.hpp"

namespace assay {

// An element of an output beside what was expected of it.
struct Deviant {
  std::int64_t number = -1;  // row-major; negative: there is none
  double error = 0;          // in units of the tolerance
  // Without an imaginary part where neither side is complex.
  std::complex<double> got;
  std::complex<double> expected;
};

// What is found of an output, element by element.
struct Tally {
  std::int64_t beyond = 0;  // elements beyond the tolerance
  Deviant worst;            // the first of the largest error; another may exceed it by a rounding
  Deviant first_not_finite;
  double deviation = 0;   // the largest between finite elements
  double magnitude = 0;   // the largest number expected of a finite element
  std::int64_t fine = 0;  // as in Digits
  std::int64_t rounded = 0;

  // Takes in what was found of the elements that follow.
  void add(const Tally& next);
};

// Compares an output with a reference of the same shape, each of any element type and strides, as
// compare() of verify.hpp says. `tolerances` are those of single elements; nullptr, or without
// data: there are none. Large outputs are divided among `threads` threads, which have ended when
// this returns; the tally has the same bits whatever their number.
[[nodiscard]] Tally tally_of(const assay_tensor& output, const assay_expectation& expectation,
                             const assay_tensor* tolerances = nullptr,
                             std::size_t threads = usable_cpus().size());

}  // namespace assay
