// The parts of programs in C++ that are the same for every kernel. Internal to the writer.
#pragma once

namespace assay::standalone::cxx {

// The parts of a program that differ between OpenCL and CUDA.
struct Runtime {
  const char* usage;
  const char* includes;
  const char* device;   // Memory, Device, open_device(), upload(), write(), read(), wait()
  const char* compile;  // Kernels, compile()
  const char* start;    // start()
};
extern const Runtime opencl_runtime;
extern const Runtime cuda_runtime;

// An array on the host and the device.
extern const char* const arrays;
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
