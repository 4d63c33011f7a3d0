// The product that results are compared with.
#pragma once

#include <span>
#include <vector>

#include "gemm/gemm.hpp"

namespace gemm {

// c [batch, rows, columns], each element by its definition, with sums in a type that has so many
// more digits that their errors do not count (long double for double, double for the others), and
// then rounded to double. Works on all cores.
template <class Real>
std::vector<double> accurate_product(const Shape& shape, std::span<const Real> a,
                                     std::span<const Real> b);

}  // namespace gemm
