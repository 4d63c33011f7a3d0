// The functions by which the parts of the family describe themselves.
#pragma once

#include "assay/plugin.hpp"

namespace softmax {

// Adds softmax/rows: "x" [rows, columns] becomes "y" of the same shape,
//   y[i, j] = exp(x[i, j] - m) / sum_k exp(x[i, k] - m),  m = max_k x[i, k],
// where the maximum passes over NaN. The definition makes NaN of a whole row that has a NaN or plus
// infinity (which is infinity minus infinity), and of a row of minus infinities alone; besides
// other numbers, minus infinity becomes 0.
void describe_problem(assay::sdk::Plugin& plugin);
// Adds the variants on the CPU.
void describe_cpu(assay::sdk::Plugin& plugin);
// Adds the variants for OpenCL and CUDA.
void describe_accelerated(assay::sdk::Plugin& plugin);

}  // namespace softmax
