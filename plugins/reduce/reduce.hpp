// The functions by which the parts of the family describe themselves.
#pragma once

#include "assay/plugin.hpp"

namespace reduce {

// Adds reduce/array: the numbers "x" [length] become one, "result" [1].
void describe_problem(assay::sdk::Plugin& plugin);
// Adds the variants on the CPU.
void describe_cpu(assay::sdk::Plugin& plugin);
// Adds the variants for OpenCL and CUDA.
void describe_accelerated(assay::sdk::Plugin& plugin);

// Whether a task asks for the maximum, otherwise for the sum.
inline bool is_maximum(const assay::sdk::Task& task) {
  return task.arguments().text("operation") == "maximum";
}

}  // namespace reduce
