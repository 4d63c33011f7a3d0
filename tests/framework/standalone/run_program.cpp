#include "tests/framework/standalone/run_program.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "framework/core/shell.hpp"
#include "tests/catch.hpp"
#include "tests/framework/standalone/fake_cupy.hpp"
#include "tests/framework/standalone/fake_driver.hpp"
#include "tests/framework/standalone/program_of.hpp"
#include "tests/skip.hpp"

namespace assay::test {
namespace {

// The folder with CUDA's headers.
std::string headers() {
  const char* toolkit = std::getenv("CUDA_PATH");
  const std::string folder =
      std::string(toolkit == nullptr ? "/usr/local/cuda" : toolkit) + "/include";
  if (!std::filesystem::exists(folder + "/nvrtc.h")) skip("CUDA's headers are not here");
  return folder;
}

}  // namespace

std::string run_on_fake_driver(const standalone::Program& program, const TemporaryFolder& folder) {
  const std::string include = headers();
  std::ofstream(folder.path() / "best.cpp") << cxx_of(program);
  std::ofstream(folder.path() / "driver.cpp") << fake_driver;
  const ShellOutcome outcome = run_shell(
      "cd '" + folder.path().string() +
      "' && ( c++ -std=c++17 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -isystem " +
      include + " -c best.cpp && c++ -std=c++17 -isystem " + include +
      " best.o driver.cpp -o best && mkdir kept && ./best kept >said ) 2>&1");
  INFO(outcome.said);
  REQUIRE(outcome.ok());
  std::ifstream said(folder.path() / "said");
  return {std::istreambuf_iterator<char>(said), {}};
}

std::string run_in_python(const standalone::Program& program, const std::string& lines,
                          const TemporaryFolder& folder) {
  if (!run_shell("python3 --version").ok()) skip("this machine has no python3");
  for (const auto& [name, text] : fake_cupy) {
    std::filesystem::create_directories((folder.path() / name).parent_path());
    std::ofstream(folder.path() / name) << text;
  }
  std::ofstream(folder.path() / "best.py") << python_of(program);
  std::ofstream(folder.path() / "run.py") << "import best\n" << lines;
  const ShellOutcome outcome =
      run_shell("cd '" + folder.path().string() + "' && python3 -B run.py 2>&1");
  INFO(outcome.said);
  REQUIRE(outcome.ok());
  return outcome.said;
}

}  // namespace assay::test
