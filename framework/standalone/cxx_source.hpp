// What a program in C++ compiles. Internal to the writer.
#pragma once

#include <iosfwd>

#include "framework/standalone/program.hpp"

namespace assay::standalone::cxx {

// The source, or the files that a command compiles, and the constants of each build with the
// kernels that launches take of it.
void write_source(const Program& program, std::ostream& out);

}  // namespace assay::standalone::cxx
