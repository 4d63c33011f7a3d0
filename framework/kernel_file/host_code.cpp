#include "framework/kernel_file/host_code.hpp"

#include <dlfcn.h>

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
#include "framework/kernel_file/as_plugin.hpp"
#include "framework/kernel_file/compile_options.hpp"
#include "framework/kernel_file/generated_source.hpp"
#include "framework/kernel_file/host_wrapper.hpp"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr const char* output_name = "kernel.so";

std::string compiler_of(const KernelDescription& kernel) {
  return kernel.compiler.empty() ? usual_compiler(kernel.language) : kernel.compiler;
}

std::string options_text(const KernelDescription& kernel) {
  return kernel.options.text.empty() ? usual_options(kernel.language) : kernel.options.text;
}

// The options that make a shared object, in the compiler's spelling.
const char* shared_options(HostLanguage language) {
  switch (language) {
    case HostLanguage::cuda:
      return "-shared -Xcompiler -fPIC";
    case HostLanguage::fortran:
      return "-shared -fPIC -cpp";
    default:
      return "-shared -fPIC";
  }
}

const char* wrapper_file(HostLanguage language) {
  switch (language) {
    case HostLanguage::cxx:
      return "assay-call.cpp";
    case HostLanguage::cuda:
      return "assay-call.cu";
    default:
      return "assay-call.c";
  }
}

// A value among the options: each of its words is quoted, so that none is a command of the shell.
std::string option_words(const Value& value) {
  std::string words;
  for (const std::string& word : split_words(constant_text(value))) {
    words += (words.empty() ? "" : " ") + shell_quoted(word);
  }
  return words;
}

// A constant as a word of the shell.
std::string define(const std::string& name, const Value& value) {
  return " " + shell_quoted(fmt::format("-D{}={}", name, constant_text(value)));
}

// The sources and the command of one configuration.
struct Compilation {
  std::vector<SourceFile> sources;
  std::string command;  // run in the folder of the sources
  std::string wrapper;
};

// The command that compiles in the folder of the sources.
std::string command_of(const KernelDescription& kernel, const FormulaNames& names,
                       const std::string& source) {
  std::string command =
      fmt::format("{} {} {} -I.", compiler_of(kernel), shared_options(kernel.language),
                  with_values({options_text(kernel), kernel.options.place}, names, option_words));
  for (const auto& [name, value] : compile_constants(kernel, names)) command += define(name, value);
  command += fmt::format(" {}", wrapper_file(kernel.language));
  // Fortran's sources are compiled beside the wrapper, all others within it.
  if (kernel.language == HostLanguage::fortran) {
    command += " " + shell_quoted(source);
  }
  return fmt::format("{} -o {}", command, output_name);
}

// The compiler's own name for its version, asked once in a process.
std::string version_of(const std::string& compiler) {
  static std::map<std::string, std::string> known;
  const auto found = known.find(compiler);
  if (found != known.end()) return found->second;
  const ShellOutcome outcome = run_shell(compiler + " --version");
  if (!outcome.ok()) {
    throw sdk::Error(ASSAY_UNSUPPORTED, fmt::format("the compiler '{}' cannot be run here: {}",
                                                    compiler, how_it_ended(outcome)));
  }
  return known[compiler] = outcome.said;
}

std::string key_of(const KernelDescription& kernel, const Compilation& compilation) {
  Hasher hasher;
  hasher.text(version_of(compiler_of(kernel))).text(compilation.command).text(compilation.wrapper);
  for (const SourceFile& file : compilation.sources) hasher.text(file.name).text(file.text);
  return fmt::format("host code {:016x}", hasher.value());
}

void write(const fs::path& file, std::string_view text) {
  fs::create_directories(file.parent_path());
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) throw environment_error("{}: cannot be written", file.string());
}

std::string read(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Compiles in a folder of its own and returns the shared object.
std::vector<std::byte> compiled(const KernelDescription& kernel, const Compilation& compilation) {
  const ScratchFolder folder("host-code");
  for (const SourceFile& file : compilation.sources) {
    if (file.name.starts_with("..")) {
      throw environment_error("{}: '{}' is included by a name that leaves its include folder",
                              kernel.source.place, file.name);
    }
    write(folder / file.name, file.text);
  }
  write(folder / wrapper_file(kernel.language), compilation.wrapper);
  const ShellOutcome outcome = run_shell(fmt::format(
      "cd {} && {} >log 2>&1", shell_quoted(folder.path().string()), compilation.command));
  if (!outcome.ok()) {
    const std::string said = read(folder / "log");
    throw sdk::Error(ASSAY_COMPILE_ERROR,
                     fmt::format("{} does not compile with '{}':\n{}", kernel.source.text,
                                 compilation.command, said.empty() ? how_it_ended(outcome) : said));
  }
  const std::string bytes = read(folder / output_name);
  const auto view = std::as_bytes(std::span(bytes));
  return {view.begin(), view.end()};
}

std::vector<std::byte> shared_object(const KernelDescription& kernel, const FormulaNames& names,
                                     const sdk::Host& host) {
  Compilation compilation{configured_sources(kernel, names, host), "", ""};
  const std::string& source = compilation.sources.front().name;
  compilation.command = command_of(kernel, names, source);
  compilation.wrapper = wrapper_text(kernel, source, names);
  const std::string key = key_of(kernel, compilation);
  if (auto cached = host.cache_load(key)) return std::move(*cached);
  auto bytes = compiled(kernel, compilation);
  host.cache_store(key, bytes);
  return bytes;
}

// Loads the object for the life of the process: threads of its own may still run when a trial ends,
// OpenMP's for instance.
void* loaded(std::span<const std::byte> object) {
  const ScratchFolder folder("host-code");
  const fs::path file = folder / output_name;
  write(file, {reinterpret_cast<const char*>(object.data()), object.size()});
  void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (handle != nullptr) return handle;
  throw sdk::Error(ASSAY_COMPILE_ERROR,
                   fmt::format("compiled code cannot be loaded: {}", dlerror()));
}

// Checks that the program has the procedure of a launch. The linker cannot: Fortran names one in
// several ways, of which it finds one at most.
void require_procedure(void* handle, std::size_t number, const KernelLaunch& launch) {
  using Target = void* (*)();
  auto* const target = reinterpret_cast<Target>(dlsym(handle, target_name(number).c_str()));
  if (target == nullptr || target() != nullptr) return;
  throw sdk::Error(ASSAY_COMPILE_ERROR,
                   fmt::format("{}: the compiled program has no procedure '{}' that could be "
                               "called: it must stand outside of others, or in a module that does "
                               "not make it private",
                               launch.function.place, launch.function.text));
}

}  // namespace

std::string usual_compiler(HostLanguage language) {
  switch (language) {
    case HostLanguage::cxx:
      return "c++";
    case HostLanguage::fortran:
      return "gfortran";
    case HostLanguage::cuda:
      return "nvcc";
    default:
      return "cc";
  }
}

const char* usual_options(HostLanguage language) {
  return language == HostLanguage::cuda ? "-O3" : "-O3 -march=native -fopenmp";
}

std::string compile_command(const KernelDescription& kernel) {
  return fmt::format("{} {} {}", compiler_of(kernel), options_text(kernel), kernel.source.text);
}

HostCode::HostCode(const KernelDescription& kernel, const FormulaNames& names,
                   const sdk::Host& host) {
  void* handle = as_plugin([&] { return loaded(shared_object(kernel, names, host)); });
  for_each_launch(kernel.steps, [&](const KernelLaunch& launch, const auto&, const auto&) {
    require_procedure(handle, calls_.size(), launch);
    const std::string name = wrapper_name(calls_.size());
    auto* const found = reinterpret_cast<Call>(dlsym(handle, name.c_str()));
    if (found == nullptr) {
      throw sdk::Error(ASSAY_INTERNAL, fmt::format("compiled code has no function '{}'", name));
    }
    calls_.push_back(found);
  });
}

void compile_host_code(const KernelDescription& kernel, const FormulaNames& names,
                       const sdk::Host& host) {
  as_plugin([&] { static_cast<void>(shared_object(kernel, names, host)); });
}

}  // namespace assay
