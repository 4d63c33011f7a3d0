// Runs programs for CUDA where there is no GPU.
#pragma once

#include <string>

#include "framework/standalone/program.hpp"
#include "tests/temporary_folder.hpp"

namespace assay::test {

// What the program in C++ prints on a driver that runs no kernels but says what is asked of it. Its
// outputs are in the folder's folder `kept`. It must compile without a warning. Skips the test
// where CUDA's headers are missing.
std::string run_on_fake_driver(const standalone::Program& program, const TemporaryFolder& folder);

// What lines of Python print that follow `import best`, the program, on stand-ins for NumPy and
// CuPy. Skips the test where there is no Python.
std::string run_in_python(const standalone::Program& program, const std::string& lines,
                          const TemporaryFolder& folder);

}  // namespace assay::test
