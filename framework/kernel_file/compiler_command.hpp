// Compilers that a scenario names, run by the shell in a folder with the sources.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "assay/host.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/kernel.hpp"

namespace assay {

// One use of a compiler.
struct CompilerCommand {
  std::string compiler;           // with arguments, if it takes any: "nvcc -ccbin g++-12"
  std::string text;               // the whole command, run in the folder of the files
  std::vector<SourceFile> files;  // all that it reads, except headers of the system
  std::string output;             // the file that it writes
};

// The options of a compiler, with values of parameters and arguments in place of names in braces.
// Each word of a value is quoted, so that none is a command of the shell.
[[nodiscard]] std::string options_for_shell(const PlacedText& options, const FormulaNames& names);

// Constants as options, each with a space before it: " '-DTILE=4'".
[[nodiscard]] std::string defines_for_shell(const Bindings& constants);

// The linked files among a kernel's sources, each as a word with a space before it.
[[nodiscard]] std::string linked_for_shell(const KernelDescription& kernel);

// The files that a kernel's command names, for messages: "a.cu b.cu".
[[nodiscard]] std::string source_names(const KernelDescription& kernel);

// The bytes that the command writes, from the host's cache if it has the result of the same files,
// command and version of the compiler. Throws sdk::Error ASSAY_COMPILE_ERROR with the command and
// all that the compiler said, and environment Error where the compiler cannot be run; the kernel is
// named in messages.
[[nodiscard]] std::vector<std::byte> output_of(const CompilerCommand& command,
                                               const KernelDescription& kernel,
                                               const sdk::Host& host);

// Writes a file, and the folders that it is in. Throws environment Error.
void write_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace assay
