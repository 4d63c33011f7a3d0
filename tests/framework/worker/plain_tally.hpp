// The definition of a tally, one element after the other, for tests of what computes it faster.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "framework/worker/tally.hpp"
#include "tests/catch.hpp"

namespace assay::test {

template <class Real>
assay_tensor real_tensor(std::vector<Real>& elements) {
  assay_tensor made{};
  made.name = "y";
  made.element = sizeof(Real) == 4 ? ASSAY_F32 : ASSAY_F64;
  made.rank = 1;
  made.shape[0] = static_cast<std::int64_t>(elements.size());
  made.stride[0] = 1;
  made.data = elements.data();
  return made;
}

// `own` has the tolerances of the elements, or nothing.
template <class Real>
Tally plain_tally(const std::vector<Real>& got, const std::vector<Real>& expected, double absolute,
                  double relative, const std::vector<Real>& own) {
  Tally tally;
  for (std::size_t k = 0; k < got.size(); ++k) {
    const double x = got[k];
    const double r = expected[k];
    const double off = std::abs(x - r);
    const double of_element = own.empty() ? 0 : own[k];
    if (std::isinf(of_element)) continue;
    double error = off / (absolute + relative * std::abs(r) + of_element);
    if (std::isfinite(x) && std::isfinite(r)) {
      tally.deviation = std::max(tally.deviation, off);
      tally.magnitude = std::max(tally.magnitude, std::abs(r));
    } else {
      const bool same = std::isnan(r) ? std::isnan(x) : x == r;
      error = same ? 0 : std::numeric_limits<double>::infinity();
    }
    if (error > 1) ++tally.beyond;
    if (error > tally.worst.error) tally.worst = {static_cast<std::int64_t>(k), error, x, r};
    if (error > 1 && !std::isfinite(x) && std::isfinite(r) && tally.first_not_finite.number < 0) {
      tally.first_not_finite = {static_cast<std::int64_t>(k), error, x, r};
    }
  }
  return tally;
}

// True of a NaN and itself, and false of the two zeros.
inline bool same_bits(double one, double other) {
  return std::bit_cast<std::uint64_t>(one) == std::bit_cast<std::uint64_t>(other);
}

inline bool same_deviant(const Deviant& one, const Deviant& other) {
  return one.number == other.number && same_bits(one.error, other.error) &&
         same_bits(one.got.real(), other.got.real()) &&
         same_bits(one.got.imag(), other.got.imag()) &&
         same_bits(one.expected.real(), other.expected.real()) &&
         same_bits(one.expected.imag(), other.expected.imag());
}

// That the tally is what the definition tells. Within the tolerance, the worst error may be less by
// a rounding.
inline void check_as_defined(const Tally& found, const Tally& wanted) {
  CHECK(found.beyond == wanted.beyond);
  CHECK(found.deviation == wanted.deviation);
  CHECK(found.magnitude == wanted.magnitude);
  const double rounding = 16 * std::numeric_limits<double>::epsilon() * wanted.worst.error;
  const bool same_error = found.worst.error == wanted.worst.error ||
                          std::abs(found.worst.error - wanted.worst.error) <= rounding;
  CHECK(same_error);
  if (wanted.beyond > 0) CHECK(same_deviant(found.worst, wanted.worst));
  CHECK(same_deviant(found.first_not_finite, wanted.first_not_finite));
}

// That two tallies do not differ in a single bit.
inline void check_same(const Tally& found, const Tally& wanted) {
  CHECK(found.beyond == wanted.beyond);
  CHECK(same_bits(found.deviation, wanted.deviation));
  CHECK(same_bits(found.magnitude, wanted.magnitude));
  CHECK(found.worst.number == wanted.worst.number);
  CHECK(same_deviant(found.worst, wanted.worst));
  CHECK(found.first_not_finite.number == wanted.first_not_finite.number);
  CHECK(same_deviant(found.first_not_finite, wanted.first_not_finite));
  CHECK(found.fine == wanted.fine);
  CHECK(found.rounded == wanted.rounded);
}

}  // namespace assay::test
