// The softmax of one row with the vectors of the CPU, compiled once for each of their widths.
#pragma once

#include <cstddef>

namespace softmax {

// Writes the softmax of x[columns] to y. Maximum and sum are found in one pass (Milakov and
// Gimelshein, "Online normalizer calculation for softmax", 2018), lane by lane; sums are rescaled
// after so many vectors (`block`, at least 1). Results below the smallest normal number may be 0.
template <class T>
using RowFunction = void (*)(const T* x, T* y, std::size_t columns, std::size_t block);

// The function for one width; see for_simd_bits of <assay/processor.hpp>.
template <class T, int simd_bits>
RowFunction<T> row_function();

}  // namespace softmax
