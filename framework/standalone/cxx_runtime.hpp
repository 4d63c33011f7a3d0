// The parts of programs in C++ that are the same for every kernel. Internal to the writer.
#pragma once

#include <vector>

#include "framework/standalone/program.hpp"

namespace assay::standalone::cxx {

// The parts of a program that differ between OpenCL, CUDA, CUDA compiled by nvcc, and code of the
// host.
struct Runtime {
  const char* usage;
  std::vector<const char*> headers;  // of the standard library, beside those of every program
  const char* includes;
  const char* device;   // Memory, Device, open_device()
  const char* command;  // run_command(), where a compiler is one
  const char* code;     // compile_code(), of CUDA
  const char* compile;  // Program, compile()
  const char* memory;   // upload(), write(), read(), wait(), write_variable()
  const char* start;    // start()
};
extern const Runtime opencl_runtime;
extern const Runtime cuda_runtime;
extern const Runtime nvcc_runtime;
extern const Runtime host_runtime;
extern const char* const run_command;
extern const char* const nvcc_code;

// An array on the host and the device: a struct, between whose parts stand members for images.
extern const char* const array_begin;
extern const char* const array_end;
// Ways to fill arrays, each a function of its name; those with random numbers need `random_bits`.
extern const char* const filled;
extern const char* const counting;
extern const char* const random_bits;
extern const char* const uniform;
extern const char* const normal;
// The bits of a number in a type that C++ lacks.
extern const char* const bfloat16;
// A NumPy file as elements.
extern const char* const read_file;
// The bytes of structs, from the elements of their members.
extern const char* const structs;
// Writes an array as a NumPy file, and shows its first elements.
extern const char* const outputs;
extern const char* const main;

}  // namespace assay::standalone::cxx
