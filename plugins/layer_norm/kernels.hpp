// Layer normalisation of one row with the vectors of the CPU, compiled once for each of their
// widths.
#pragma once

#include <cstddef>

namespace layer_norm {

// Writes (x[j] - mean) / sqrt(variance + epsilon) * gamma[j] + beta[j] to y[j] for `columns`
// elements, NaN if the variance is not finite. Mean and variance are those of blocks of so many
// elements (`block`, at least 1), combined as in Chan, Golub and LeVeque, "Updating formulae and a
// pairwise algorithm for computing sample variances", 1979.
template <class T>
using RowFunction = void (*)(const T* x, const T* gamma, const T* beta, T epsilon, T* y,
                             std::size_t columns, std::size_t block);

// The function for one width; see for_simd_bits of <assay/processor.hpp>.
template <class T, int simd_bits>
RowFunction<T> row_function();

}  // namespace layer_norm
