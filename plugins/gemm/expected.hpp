// What is expected of the elements of a product, and how far they may be from it.
#pragma once

#include <span>

#include "assay/expected_elements.hpp"
#include "gemm/gemm.hpp"

namespace gemm {

// The accurate product of each a[i] and b[i], [batch, rows, columns]. Element c[i, j] may differ by
//
//   min(inner + 2, 16 sqrt(inner)) u |a[i]| |b[j]|,
//
// where |a[i]| and |b[j]| are the Euclidean norms of the row and the column that it is the product
// of, and u is the error of an addition. With `inner` + 2 that is the bound for any order of
// operations, to first order (Higham, "Accuracy and Stability of Numerical Algorithms", 2nd
// edition, 2002, section 3.1, with the inequality of Cauchy and Schwarz). As roundings point either
// way, the error of long sums is nearer to sqrt(inner) u (Higham and Mary, "A New Approach to
// Probabilistic Rounding Error Analysis", SIAM Journal on Scientific Computing 41, 2019), of which
// 16 times as much is allowed: from about 250 products on, that is less, and shows errors that the
// bound would hide. Added are the rounding of the result and that of the smallest numbers.
//
// Where a row or a column has infinities or NaN, the element must be what IEEE 754 makes of them in
// any order. Where finite sums may overflow in some orders, any result is right, and so it is where
// the product is so near to the largest number that it may be rounded to it or to infinity.
template <class Real>
assay::sdk::ExpectedElements<SumOf<Real>> expected_product(const Shape& shape,
                                                           std::span<const Real> a,
                                                           std::span<const Real> b);

}  // namespace gemm
