// The parts of programs in Python that are the same for every kernel. Internal to the writer.
#pragma once

#include <vector>

#include "framework/standalone/program.hpp"

namespace assay::standalone::python {

// The parts of a program that differ between OpenCL, CUDA, CUDA compiled by nvcc, and code of the
// host. The functions for memory serve where no array is shown by an image.
struct Runtime {
  const char* usage;
  std::vector<const char*> modules;   // of Python's library, beside those of every program
  std::vector<const char*> packages;  // further ones, beside NumPy, as they are imported
  const char* command;                // run_command(), where a compiler is one
  const char* code;                   // compile_code(), of CUDA
  const char* compile;                // the function that main() calls for kernels
  const char* memory;                 // to_device(), write(), read()
  const char* first_element;
  const char* call;  // what launches need, if anything
  const char* main;
};
extern const Runtime opencl_runtime;
extern const Runtime cuda_runtime;
extern const Runtime nvcc_runtime;
extern const Runtime host_runtime;

extern const char* const run_command;
extern const char* const nvcc_code;
extern const char* const make_arrays_begin;
// The bytes of structs, from the elements of their members.
extern const char* const structs;
// The end of main(), and the call of it.
extern const char* const main_end;

}  // namespace assay::standalone::python
