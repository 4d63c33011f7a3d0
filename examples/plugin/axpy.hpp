// The functions by which the parts of the plugin describe themselves.
#pragma once

#include <assay/plugin.hpp>

namespace axpy {

// Adds axpy/add, z = a x + y.
void describe_problem(assay::sdk::Plugin& plugin);
// Adds the variant of axpy/add for the CPU.
void describe_loop(assay::sdk::Plugin& plugin);
// Adds the variants of axpy/add for OpenCL and CUDA.
void describe_items(assay::sdk::Plugin& plugin);

}  // namespace axpy
