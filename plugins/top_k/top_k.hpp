// The functions by which the parts of the family describe themselves, and what is larger than what.
#pragma once

#include "assay/plugin.hpp"

namespace top_k {

// Adds top-k/rows: of each row of "x" [rows, columns], "values" [rows, k] are the k largest numbers
// and "places" [rows, k] their columns, in any order. NaN is larger than all numbers, NaNs are
// equal, and so are zeros of either sign; of equal numbers, any may be taken.
void describe_problem(assay::sdk::Plugin& plugin);
// Adds the variants on the CPU.
void describe_cpu(assay::sdk::Plugin& plugin);
// Adds the variants for OpenCL and CUDA.
void describe_queue(assay::sdk::Plugin& plugin);
void describe_radix(assay::sdk::Plugin& plugin);

// Whether a is larger than b in this order.
template <class Real>
bool is_larger(Real a, Real b) {
  return a != a ? b == b : a > b;
}

}  // namespace top_k
