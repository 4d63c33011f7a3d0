// Writes programs that launch a kernel, or call code of the host, each complete in one file.
#pragma once

#include <iosfwd>

#include "framework/standalone/program.hpp"

namespace assay::standalone {

// A program in Python: with PyOpenCL for OpenCL, with CuPy for CUDA, with ctypes and NumPy for code
// of the host.
void write_python(const Program& program, std::ostream& out);

// A program in C++17: with OpenCL's C API, with CUDA's driver API and NVRTC, or with dlopen for
// code of the host. Throws usage Error for arrays of 8-bit floats whose elements are to be
// computed, for which C++ has no type.
void write_cxx(const Program& program, std::ostream& out);

}  // namespace assay::standalone
