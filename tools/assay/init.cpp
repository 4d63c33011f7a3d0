// assay init: a commented scenario to start from, generated from a kernel's source.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "framework/core/error.hpp"
#include "framework/kernel_file/sources.hpp"
#include "framework/kernel_file/starting_scenario.hpp"
#include "tools/assay/command.hpp"
#include "tools/common/console.hpp"

namespace assay::command {
namespace {

namespace fs = std::filesystem;

struct InitFlags {
  std::string source;
  std::string function;
  std::string output;  // default: the source's name with .toml
  bool force = false;
};

assay_backend backend_of(const std::string& source) {
  const std::string ending = fs::path(source).extension().string();
  if (ending == ".cl" || ending == ".opencl") return ASSAY_OPENCL;
  if (ending == ".cu") return ASSAY_CUDA;
  throw usage_error("'{}' is neither a .cl file (OpenCL) nor a .cu file (CUDA)", source);
}

// Returns the source's name for the scenario: relative to the scenario's folder.
std::string name_in(const fs::path& scenario, const std::string& source) {
  const fs::path folder = fs::absolute(scenario).lexically_normal().parent_path();
  return fs::absolute(source).lexically_normal().lexically_relative(folder).generic_string();
}

void write_scenario(const InitFlags& flags) {
  const assay_backend backend = backend_of(flags.source);
  const fs::path file = flags.output.empty() ? fs::path(flags.source).replace_extension(".toml")
                                             : fs::path(flags.output);
  const auto scenario = starting_scenario(collect_sources({fs::absolute(flags.source)}, {}),
                                          name_in(file, flags.source), flags.function, backend);
  if (fs::exists(file) && !flags.force) {
    throw usage_error(
        "'{}' already exists: name another file with --output, or overwrite it with --force",
        file.string());
  }
  std::ofstream stream(file, std::ios::trunc);
  stream << scenario.text;
  stream.close();
  if (!stream) throw environment_error("cannot write '{}'", file.string());
  for (const std::string& note : scenario.notes) tell("note: {}\n", note);
  say("wrote {} for '{}'. Check the lines marked \"<-- look\", then run: assay tune {}\n",
      file.string(), scenario.function, file.string());
}

}  // namespace

void add_init(CommandLine& line, Invocation& /*invocation*/) {
  const Subcommand command =
      line.add_subcommand("init", "Draft a scenario from a kernel's source (.cl or .cu).");
  auto flags = std::make_shared<InitFlags>();
  command.add("source", &flags->source, "The file with the kernel.").required();
  command.add("--function", &flags->function, "The kernel to take, if the file has several.");
  command.add("--output", &flags->output,
              "The scenario file to write (default: the source's name with .toml).");
  command.add("--force", &flags->force, "Overwrite an existing scenario.");
  command.callback([flags] { write_scenario(*flags); });
}

}  // namespace assay::command
