#include "tests/tools/exported.hpp"

#include <cstdlib>
#include <filesystem>

#include "tests/catch.hpp"

namespace assay::test {
namespace {

// The OpenCL loader that assay itself opens, of which no package for developers need be there.
std::string loader() {
  const char* variable = std::getenv("ASSAY_OPENCL_LIBRARY");
  return variable != nullptr && *variable != '\0' ? variable : "-l:libOpenCL.so.1";
}

}  // namespace

std::string run_exported(const CommandLine& line) {
  const Outcome compiled =
      line.run("-std=c++17 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror best.cpp " +
                   loader() + " -o best",
               "c++");
  INFO(compiled.err);
  REQUIRE(compiled.exit_code == 0);
  std::filesystem::create_directory(line.folder() / "kept");
  const Outcome ran = line.run("kept", "./best");
  INFO(ran.err);
  REQUIRE(ran.exit_code == 0);
  return ran.out;
}

}  // namespace assay::test
