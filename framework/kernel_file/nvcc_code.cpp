#include "framework/kernel_file/nvcc_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/core/shell.hpp"
#include "framework/core/split.hpp"
#include "framework/device/cuda/cubin.hpp"
#include "framework/kernel_file/compiler_command.hpp"
#include "framework/kernel_file/generated_source.hpp"
#include "framework/kernel_file/nvcc_names.hpp"

namespace assay {
namespace {

constexpr const char* unit_name = "assay-kernels.cu";
constexpr const char* cubin_name = "kernels.cubin";

// Whether the options choose an architecture.
bool names_architecture(const std::string& options) {
  return std::ranges::any_of(split_words(options), [](const std::string& word) {
    const std::string_view name = std::string_view(word).substr(0, word.find('='));
    constexpr std::array<std::string_view, 6> known = {
        "-arch", "--gpu-architecture", "-gencode", "--generate-code", "-code", "--gpu-code"};
    return std::ranges::find(known, name) != known.end();
  });
}

std::string architecture_option(const std::string& options, const std::string& architecture) {
  return names_architecture(options) ? "" : " -arch=" + architecture;
}

// The command that compiles in the folder of the sources. Several translation units become CUBINs
// that are then linked: linking them as objects would drop kernels that no host code launches.
std::string command_text(const KernelDescription& kernel, const Bindings& constants,
                         const FormulaNames& names, const std::string& architecture) {
  const std::string options = options_for_shell(kernel.options, names);
  const std::string common =
      fmt::format("{} {}", architecture_option(options, architecture), options);
  const std::string unit = fmt::format("{} -I.{}", common, defines_for_shell(constants));
  if (kernel.linked.empty()) {
    return fmt::format("{} -cubin{} {} -o {}", kernel.compiler, unit, unit_name, cubin_name);
  }
  std::vector<std::string> units = {unit_name};
  for (std::size_t k = 1; k <= kernel.linked.size(); ++k)
    units.push_back(kernel.sources.at(k).name);
  std::string text;
  std::string parts;
  for (std::size_t k = 0; k < units.size(); ++k) {
    const std::string part = fmt::format("assay-unit-{}.cubin", k);
    text += fmt::format("{} -cubin -rdc=true{} {} -o {} && ", kernel.compiler, unit,
                        shell_quoted(units[k]), part);
    parts += " " + part;
  }
  return fmt::format("{}{} -dlink -cubin{}{} -o {}", text, kernel.compiler, common, parts,
                     cubin_name);
}

std::vector<std::byte> compiled_cubin(const CompilerCommand& command,
                                      const KernelDescription& kernel, const sdk::Host& host) {
  try {
    return output_of(command, kernel, host);
  } catch (const sdk::Error& error) {
    // Too much shared memory is a matter of the configuration, not of the code.
    if (std::string_view(error.what()).find("uses too much shared data") == std::string::npos)
      throw;
    throw sdk::Error(ASSAY_UNSUPPORTED, error.what());
  }
}

// The symbols of the functions that are launched.
std::map<std::string, std::string> symbols_of(const LaunchSet& set, const FormulaNames& names,
                                              const std::vector<std::string>& kernels) {
  auto symbols = symbols_of_expressions(function_expressions(set.launches, names), kernels);
  for (const KernelLaunch* launch : set.launches) {
    const std::string name = function_name(*launch, names);
    if (!launch->by_expression) symbols[name] = required_symbol(name, kernels);
  }
  return symbols;
}

}  // namespace

bool is_for_nvcc(const KernelDescription& kernel) {
  return kernel.backend == ASSAY_CUDA && !kernel.compiler.empty();
}

std::string nvcc_command(const KernelDescription& kernel) {
  const std::string& options = kernel.options.text;
  return fmt::format("{} -cubin {}{}{}", kernel.compiler, options, options.empty() ? "" : " ",
                     source_names(kernel));
}

CompilerCommand use_of_nvcc(const KernelDescription& kernel, const LaunchSet& set,
                            const FormulaNames& names, std::vector<SourceFile> sources,
                            const std::string& architecture) {
  const std::string unit =
      naming_unit(sources.front().name, function_expressions(set.launches, names));
  sources.push_back({unit_name, unit});
  return {kernel.compiler, command_text(kernel, set.constants, names, architecture),
          std::move(sources), cubin_name};
}

NvccCode compile_by_nvcc(const KernelDescription& kernel, const LaunchSet& set,
                         const FormulaNames& names, const sdk::Host& host) {
  const auto command =
      use_of_nvcc(kernel, set, names, configured_sources(kernel, names, host),
                  fmt::format("sm_{}", static_cast<int>(host.device_fact("compute_capability"))));
  NvccCode code{compiled_cubin(command, kernel, host), {}};
  const auto kernels = device::cuda::kernels_of_cubin(code.cubin);
  if (!kernels) {
    throw sdk::Error(ASSAY_COMPILE_ERROR,
                     fmt::format("'{}' wrote no CUBIN: leave out options that ask for something "
                                 "else, or for several architectures",
                                 command.text));
  }
  code.symbols = symbols_of(set, names, *kernels);
  return code;
}

}  // namespace assay
