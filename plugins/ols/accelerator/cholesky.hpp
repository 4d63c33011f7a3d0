// Solves normal equations for b on a device: Cholesky factorisation of the sums over all splits
// (kernels/ols/cholesky.kernel); CUDA only.
#pragma once

#include <cstddef>
#include <cstdint>

#include "assay/plugin.hpp"
#include "ols/library/inputs.hpp"

namespace ols::accelerator {

// The numbers in shared memory of a block that solves normal equations of n columns: the matrix
// with the right side as its last row, and SOLVE_NUMBERS of kernels/ols/triangle.h.
constexpr std::size_t solving_numbers(std::size_t n) {
  return (n + 1) * (n + 1) + 8 * (n + 1) + 2 * n;
}

// Builds the program for sums of type Sum and coefficients of type Real.
template <class Real, class Sum>
assay::sdk::Program build_cholesky(const assay::sdk::Host& host);

// The results on the device once normal equations are solved.
template <class Real, class Sum>
struct Factored {
  Factored(const assay::sdk::Host& host, const Shape& shape);

  assay::sdk::Buffer<Real> b;         // [fits][n]
  assay::sdk::Buffer<Sum> scales;     // [fits][n], powers of two: 1 / D
  assay::sdk::Buffer<Sum> triangles;  // [fits][n + 1][n]: L of D^-1 X^T X D^-1 by rows
};

template <class Real, class Sum>
class Cholesky {
 public:
  Cholesky(const assay::sdk::Host& host, const Shape& shape, std::size_t splits);

  // Enqueues the kernels that turn partial sums, [fits][splits][symmetric_sums], into `factored`.
  void apply(const assay::sdk::Buffer<Sum>& partial, const Factored<Real, Sum>& factored) const;
  // Enqueues only b = D^-1 L^-T z, where z is the last row of each triangle.
  void substitute(const Factored<Real, Sum>& factored) const;

 private:
  void solve_by_blocks(const Factored<Real, Sum>& factored) const;

  Shape shape_;
  std::uint32_t splits_;
  std::uint32_t add_share_;  // threads that add up one element
  assay::sdk::Program program_;
  assay::sdk::Kernel add_;
  assay::sdk::Kernel solve_;
  assay::sdk::Kernel scale_;
  assay::sdk::Kernel panel_;
  assay::sdk::Kernel update_;
  assay::sdk::Kernel substitute_;
  assay::sdk::Buffer<Sum> sums_;
  assay::sdk::Buffer<Sum> matrix_;
};

}  // namespace ols::accelerator
