// Exported programs in C++ that tests compile and run.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "framework/kernel_file/npy.hpp"
#include "tests/tools/command_line.hpp"

namespace assay::test {

// Compiles best.cpp in the command line's folder, without a warning, with such libraries: those
// that a program for OpenCL needs, or that one which calls code of the host does.
void compile_exported(const CommandLine& line, const std::string& libraries);
std::string opencl_libraries();
inline constexpr const char* host_libraries = "-ldl";

// Does that and runs the program. Returns what it prints; its outputs are in the folder `kept`.
std::string run_exported(const CommandLine& line,
                         const std::string& libraries = opencl_libraries());

// Runs best.py, which calls code of the host, there, with a stand-in for NumPy where Python has
// none. Returns what it prints; its outputs are in the folder `kept`.
std::string run_exported_python(const CommandLine& line);

// Checks that an output in `kept` has the same bits as the one that `assay run --outputs` with
// these arguments keeps.
void check_same_bits(const CommandLine& line, const std::string& arguments,
                     const std::string& output);

// An output that it kept.
template <class T>
std::vector<T> kept(const CommandLine& line, const std::string& name) {
  const NpyArray array = read_npy(line.folder() / "kept" / (name + ".npy"));
  std::vector<T> elements(array.data.size() / sizeof(T));
  std::memcpy(elements.data(), array.data.data(), array.data.size());
  return elements;
}

}  // namespace assay::test
