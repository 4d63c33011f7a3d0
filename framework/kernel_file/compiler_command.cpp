#include "framework/kernel_file/compiler_command.hpp"

#include <fstream>
#include <iterator>
#include <map>
#include <span>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/core/hash.hpp"
#include "framework/core/scratch_folder.hpp"
#include "framework/core/shell.hpp"
#include "framework/core/split.hpp"
#include "framework/kernel_file/compile_options.hpp"

namespace assay {
namespace {

namespace fs = std::filesystem;

std::string quoted_words(const Value& value) {
  std::string words;
  for (const std::string& word : split_words(constant_text(value))) {
    words += (words.empty() ? "" : " ") + shell_quoted(word);
  }
  return words;
}

// The compiler's own name for its version, asked once in a process.
std::string version_of(const std::string& compiler) {
  static std::map<std::string, std::string> known;
  const auto found = known.find(compiler);
  if (found != known.end()) return found->second;
  const ShellOutcome outcome = run_shell(compiler + " --version");
  if (!outcome.ok()) {
    throw environment_error(
        "the compiler '{}' cannot be run here: {}; install it, put its folder on PATH, or name it "
        "with its path, as 'compiler'",
        compiler, how_it_ended(outcome));
  }
  return known[compiler] = outcome.said;
}

std::string key_of(const CompilerCommand& command) {
  Hasher hasher;
  hasher.text(version_of(command.compiler)).text(command.text);
  for (const SourceFile& file : command.files) hasher.text(file.name).text(file.text);
  return fmt::format("compiled {} {:016x}", command.output, hasher.value());
}

std::string read(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Compiles in a folder of its own.
std::vector<std::byte> compiled(const CompilerCommand& command, const KernelDescription& kernel) {
  const ScratchFolder folder("compiler");
  for (const SourceFile& file : command.files) {
    if (file.name.starts_with("..")) {
      throw environment_error("{}: '{}' is included by a name that leaves its include folder",
                              kernel.source.place, file.name);
    }
    write_file(folder / file.name, file.text);
  }
  const ShellOutcome outcome = run_shell(
      fmt::format("cd {} && ( {} ) >log 2>&1", shell_quoted(folder.path().string()), command.text));
  if (!outcome.ok()) {
    const std::string said = read(folder / "log");
    throw sdk::Error(ASSAY_COMPILE_ERROR,
                     fmt::format("{} does not compile with '{}':\n{}", source_names(kernel),
                                 command.text, said.empty() ? how_it_ended(outcome) : said));
  }
  const std::string bytes = read(folder / command.output);
  const auto view = std::as_bytes(std::span(bytes));
  return {view.begin(), view.end()};
}

}  // namespace

std::string options_for_shell(const PlacedText& options, const FormulaNames& names) {
  return with_values(options, names, quoted_words);
}

std::string defines_for_shell(const Bindings& constants) {
  std::string words;
  for (const auto& [name, value] : constants) {
    words += " " + shell_quoted(fmt::format("-D{}={}", name, constant_text(value)));
  }
  return words;
}

std::string linked_for_shell(const KernelDescription& kernel) {
  std::string words;
  for (std::size_t k = 1; k <= kernel.linked.size(); ++k) {
    words += " " + shell_quoted(kernel.sources.at(k).name);
  }
  return words;
}

std::string source_names(const KernelDescription& kernel) {
  std::string names = kernel.source.text;
  for (const PlacedText& file : kernel.linked) names += " " + file.text;
  return names;
}

std::vector<std::byte> output_of(const CompilerCommand& command, const KernelDescription& kernel,
                                 const sdk::Host& host) {
  const std::string key = key_of(command);
  if (auto cached = host.cache_load(key)) return std::move(*cached);
  auto bytes = compiled(command, kernel);
  host.cache_store(key, bytes);
  return bytes;
}

void write_file(const fs::path& file, std::string_view bytes) {
  fs::create_directories(file.parent_path());
  std::ofstream stream(file, std::ios::binary);
  stream << bytes;
  stream.close();
  if (!stream) throw environment_error("{}: cannot be written", file.string());
}

}  // namespace assay
