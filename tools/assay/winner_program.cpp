#include "tools/assay/winner_program.hpp"

#include <algorithm>
#include <filesystem>

#include "framework/core/error.hpp"
#include "framework/kernel_file/description.hpp"
#include "framework/kernel_file/generated_source.hpp"
#include "framework/kernel_file/limits.hpp"
#include "framework/scenario/scenario.hpp"
#include "tools/assay/winner_kernel.hpp"
#include "tools/common/setup.hpp"
#include "tools/common/trust.hpp"

namespace assay::command {

namespace {

// The kernel with what its command prints for the configuration as its source.
KernelDescription with_printed_source(const KernelDescription& kernel, const FormulaNames& names,
                                      const Scenario& scenario, bool trust) {
  require_trust(scenario, source_commands_of(kernel), trust);
  KernelDescription printed = kernel;
  try {
    const auto folder = std::filesystem::absolute(scenario.file).parent_path();
    printed.sources = generated_sources(kernel, names, folder.string());
  } catch (const sdk::Error& error) {
    throw environment_error("{}", error.what());
  }
  return printed;
}

}  // namespace

standalone::Program winner_program(const std::string& file, const Winner& winner,
                                   const VariantDescription& variant, bool trust) {
  const Scenario scenario = read_scenario(scenario_file(file));
  const auto* kernel = find_kernel(scenario.kernels, variant.name, variant.problem);
  if (kernel == nullptr) {
    throw usage_error(
        "{}: the winner, {} of {}, is no kernel of this scenario, and a program is written of "
        "kernel "
        "files alone: choose another with --variant, or another format",
        scenario.file.string(), variant.name, variant.problem);
  }
  const auto problem =
      std::ranges::find(scenario.kernels.problems, variant.problem, &ArrayProblemDescription::name);
  if (problem == scenario.kernels.problems.end()) {
    throw usage_error("{}: problem '{}' is not of this scenario", scenario.file.string(),
                      variant.problem);
  }
  if (content_id(*kernel, &*problem) != variant.build_id) {
    throw usage_error(
        "{}: '{}' is not what was measured: its source, its launches or its arrays have changed "
        "since; run assay tune again",
        kernel->place, kernel->name);
  }
  const FormulaNames names = names_of(winner, *kernel);
  const bool generated = !kernel->generator.text.empty();
  standalone::Program program = standalone::make_program(
      generated ? with_printed_source(*kernel, names, scenario, trust) : *kernel, *problem, names,
      scenario.file.parent_path().string());
  program.head = winner_lines(winner, ASSAY_VERSION, limits_of(*kernel, names));
  if (generated) {
    program.head.push_back(
        fmt::format("source     what '{}' printed for this configuration when "
                    "the program was written",
                    kernel->generator.text));
  }
  return program;
}

}  // namespace assay::command
