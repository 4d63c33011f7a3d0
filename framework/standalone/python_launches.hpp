// The launches of a repetition in Python. Internal to the writer.
#pragma once

#include <iosfwd>

#include "framework/standalone/program.hpp"

namespace assay::standalone::python {

// The function that launches everything once.
void write_launches(const Program& program, std::ostream& out);

}  // namespace assay::standalone::python
