#include "tests/framework/standalone/program_of.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "framework/scenario/scenario.hpp"
#include "framework/standalone/writers.hpp"
#include "tests/temporary_folder.hpp"

namespace assay::test {

standalone::Program program_of(const std::string& scenario, const Files& files) {
  const TemporaryFolder folder;
  for (const auto& [name, text] : files) {
    std::filesystem::create_directories((folder.path() / name).parent_path());
    std::ofstream(folder.path() / name) << text;
  }
  std::ofstream(folder.path() / "s.toml") << scenario;
  const Scenario read = read_scenario(folder.path() / "s.toml");
  const KernelDescription& kernel = read.kernels.kernels.front();
  const ArrayProblemDescription& problem = read.kernels.problems.front();
  FormulaNames names;
  for (const Parameter& parameter : kernel.parameters) {
    names.add(parameter.name, parameter.default_value);
  }
  for (const auto& argument : problem.arguments) names.add(argument.name, argument.default_value);
  auto program = standalone::make_program(kernel, problem, names, folder.path().string());
  program.head = {"What won.", "", "ends in a backslash \\"};
  return program;
}

std::string python_of(const standalone::Program& program) {
  std::ostringstream out;
  standalone::write_python(program, out);
  return out.str();
}

std::string cxx_of(const standalone::Program& program) {
  std::ostringstream out;
  standalone::write_cxx(program, out);
  return out.str();
}

}  // namespace assay::test
