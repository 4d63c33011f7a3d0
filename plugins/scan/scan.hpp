// The functions by which the parts of the family describe themselves.
#pragma once

#include "assay/plugin.hpp"

namespace scan {

// Adds scan/array: "y" [length] holds the sums of "x" [length] up to and including each number.
void describe_problem(assay::sdk::Plugin& plugin);
// Adds the variants on the CPU.
void describe_cpu(assay::sdk::Plugin& plugin);
// Adds the variants for OpenCL and CUDA.
void describe_accelerated(assay::sdk::Plugin& plugin);

}  // namespace scan
