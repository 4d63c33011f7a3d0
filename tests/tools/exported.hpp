// Exported programs in C++ that tests compile and run.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "framework/kernel_file/npy.hpp"
#include "tests/tools/command_line.hpp"

namespace assay::test {

// Compiles best.cpp, a program for OpenCL, in the command line's folder, without a warning, and
// runs it. Returns what it prints; its outputs are in the folder `kept`.
std::string run_exported(const CommandLine& line);

// An output that it kept.
template <class T>
std::vector<T> kept(const CommandLine& line, const std::string& name) {
  const NpyArray array = read_npy(line.folder() / "kept" / (name + ".npy"));
  std::vector<T> elements(array.data.size() / sizeof(T));
  std::memcpy(elements.data(), array.data.data(), array.data.size());
  return elements;
}

}  // namespace assay::test
