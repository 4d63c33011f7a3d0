#include "framework/kernel_file/generated_source.hpp"

#include <filesystem>

#include "framework/core/error.hpp"
#include "framework/core/scratch_folder.hpp"
#include "framework/core/shell.hpp"
#include "framework/kernel_file/compile_options.hpp"
#include "framework/kernel_file/sources.hpp"

namespace assay {

std::vector<SourceFile> generated_sources(const KernelDescription& kernel,
                                          const FormulaNames& names, const std::string& folder) {
  const ScratchFolder scratch("generated");
  const auto file = scratch / "source";
  const std::string command = with_values(kernel.generator, names, [](const Value& value) {
    return shell_quoted(constant_text(value));
  });
  const ShellOutcome outcome = run_shell(fmt::format("cd {} && ( {}\n) >{}", shell_quoted(folder),
                                                     command, shell_quoted(file.string())));
  if (!outcome.ok()) {
    throw sdk::Error(ASSAY_COMPILE_ERROR,
                     fmt::format("{}: the command '{}' {}", kernel.generator.place, command,
                                 how_it_ended(outcome)));
  }
  const std::filesystem::path named = kernel.source.text;
  return {{named.filename().string(), read_source(file)}};
}

std::vector<SourceFile> configured_sources(const KernelDescription& kernel,
                                           const FormulaNames& names, const sdk::Host& host) {
  if (kernel.generator.text.empty()) return kernel.sources;
  return generated_sources(kernel, names, host.resolve_path("."));
}

}  // namespace assay
