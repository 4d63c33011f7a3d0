// Writes programs that launch a kernel, each complete in one file.
#pragma once

#include <iosfwd>

#include "framework/standalone/program.hpp"

namespace assay::standalone {

// A program in Python: with PyOpenCL for OpenCL, with CuPy for CUDA.
void write_python(const Program& program, std::ostream& out);

// A program in C++17: with OpenCL's C API, or with CUDA's driver API and NVRTC. Throws usage Error
// for arrays of 8-bit floats whose elements are to be computed, for which C++ has no type.
void write_cxx(const Program& program, std::ostream& out);

}  // namespace assay::standalone
