// The functions by which the parts of the family describe themselves, and what the variants on the
// CPU have in common.
#pragma once

#include <span>

#include "assay/plugin.hpp"
#include "rows/matrix.hpp"

namespace layer_norm {

// Adds layer-norm/rows (Ba, Kiros, Hinton, "Layer Normalization", 2016): "x" [rows, columns]
// becomes "y" of the same shape,
//   y[i, j] = (x[i, j] - mean_i) / sqrt(variance_i + epsilon) * gamma[j] + beta[j],
// where variance_i is the mean of (x[i, j] - mean_i)^2. A row whose variance is not finite in the
// precision of the elements is NaN throughout: so is one with an infinity or a NaN.
void describe_problem(assay::sdk::Plugin& plugin);
// Adds the variants on the CPU.
void describe_cpu(assay::sdk::Plugin& plugin);
// Adds the variants for OpenCL and CUDA.
void describe_accelerated(assay::sdk::Plugin& plugin);

// A task's tensors, and the value of its argument epsilon.
template <class Real>
struct Tensors {
  explicit Tensors(const assay::sdk::Task& task)
      : extents(task),
        x(assay::sdk::elements<const Real>(task.input("x"))),
        gamma(assay::sdk::elements<const Real>(task.input("gamma"))),
        beta(assay::sdk::elements<const Real>(task.input("beta"))),
        epsilon(static_cast<Real>(task.arguments().real("epsilon"))),
        y(assay::sdk::elements<Real>(task.output("y"))) {}

  rows::Extents extents;
  std::span<const Real> x;
  std::span<const Real> gamma;
  std::span<const Real> beta;
  Real epsilon;
  std::span<Real> y;
};

}  // namespace layer_norm
