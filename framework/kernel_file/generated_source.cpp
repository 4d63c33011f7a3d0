#include "framework/kernel_file/generated_source.hpp"

#include "framework/core/error.hpp"
#include "framework/core/scratch_folder.hpp"
#include "framework/core/shell.hpp"
#include "framework/kernel_file/braces.hpp"
#include "framework/kernel_file/compile_options.hpp"
#include "framework/kernel_file/sources.hpp"

namespace assay {
namespace {

std::string command_of(const KernelDescription& kernel, const FormulaNames& names) {
  return with_values_in_braces(kernel.generator.text, [&](const std::string& name) {
    if (const Value* value = names.find(name)) return shell_quoted(constant_text(*value));
    throw error_at(kernel.generator.place,
                   fmt::format("'{{{}}}' is neither a parameter nor an argument", name));
  });
}

}  // namespace

std::vector<SourceFile> configured_sources(const KernelDescription& kernel,
                                           const FormulaNames& names, const sdk::Host& host) {
  if (kernel.generator.text.empty()) return kernel.sources;
  const ScratchFolder scratch("generated");
  const auto file = scratch / "source";
  const std::string command = command_of(kernel, names);
  const ShellOutcome outcome =
      run_shell(fmt::format("cd {} && ( {}\n) >{}", shell_quoted(host.resolve_path(".")), command,
                            shell_quoted(file.string())));
  if (!outcome.ok()) {
    throw sdk::Error(ASSAY_COMPILE_ERROR,
                     fmt::format("{}: the command '{}' {}", kernel.generator.place, command,
                                 how_it_ended(outcome)));
  }
  return {{kernel.source.text, read_source(file)}};
}

}  // namespace assay
