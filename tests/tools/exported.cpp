#include "tests/tools/exported.hpp"

#include <cstdlib>
#include <filesystem>

#include "tests/catch.hpp"
#include "tests/tools/fake_numpy.hpp"

namespace assay::test {

// The OpenCL loader that assay itself opens, of which no package for developers need be there.
std::string opencl_libraries() {
  const char* variable = std::getenv("ASSAY_OPENCL_LIBRARY");
  return variable != nullptr && *variable != '\0' ? variable : "-l:libOpenCL.so.1";
}

void compile_exported(const CommandLine& line, const std::string& libraries) {
  const Outcome compiled =
      line.run("-std=c++17 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror best.cpp " +
                   libraries + " -o best",
               "c++");
  INFO(compiled.err);
  REQUIRE(compiled.exit_code == 0);
}

std::string run_exported(const CommandLine& line, const std::string& libraries) {
  compile_exported(line, libraries);
  std::filesystem::create_directory(line.folder() / "kept");
  const Outcome ran = line.run("kept", "./best");
  INFO(ran.err);
  REQUIRE(ran.exit_code == 0);
  return ran.out;
}

std::string run_exported_python(const CommandLine& line) {
  if (line.run("-c 'import numpy'", "python3").exit_code != 0) line.write("numpy.py", fake_numpy);
  std::filesystem::remove_all(line.folder() / "kept");
  std::filesystem::create_directory(line.folder() / "kept");
  const Outcome ran = line.run("-B best.py kept", "python3");
  INFO(ran.err);
  REQUIRE(ran.exit_code == 0);
  return ran.out;
}

void check_same_bits(const CommandLine& line, const std::string& arguments,
                     const std::string& output) {
  const Outcome ran = line.run("run " + arguments + " --outputs expected");
  INFO(ran.err);
  REQUIRE((ran.exit_code == 0 || ran.exit_code == 4));  // 4: it agrees with itself
  const NpyArray expected = read_npy(line.folder() / "expected" / (output + ".npy"));
  const NpyArray array = read_npy(line.folder() / "kept" / (output + ".npy"));
  CHECK(array.element == expected.element);
  CHECK(array.shape == expected.shape);
  CHECK(array.data == expected.data);
}

}  // namespace assay::test
