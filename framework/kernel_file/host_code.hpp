// Code of the host in a scenario's files, in C, C++, Fortran or CUDA: compiled for a configuration
// by the language's compiler, loaded, and called.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "assay/host.hpp"
#include "framework/kernel_file/compiler_command.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/kernel.hpp"

namespace assay {

// The compiler of a language if the scenario names none, and its options if it gives none.
[[nodiscard]] std::string usual_compiler(HostLanguage language);
[[nodiscard]] const char* usual_options(HostLanguage language);

// The command that compiles the kernel, with names in braces, for messages and agreements:
// "c++ -O3 {flags} saxpy.cpp".
[[nodiscard]] std::string compile_command(const KernelDescription& kernel);

// The use of the compiler that makes a shared object of the kernel's sources for a configuration.
// The last of its files is the translation unit of wrapper_text().
[[nodiscard]] CompilerCommand use_of_host_compiler(const KernelDescription& kernel,
                                                   const FormulaNames& names,
                                                   std::vector<SourceFile> sources);

// A shared object of a kernel's sources for one configuration.
class HostCode {
 public:
  // Calls a launch's function: element k of `arguments` is the address of argument k's value, or of
  // the first element of its array.
  using Call = void (*)(void* const* arguments);

  // Compiles the sources, or takes the result from the host's cache, and loads it. Throws
  // sdk::Error ASSAY_COMPILE_ERROR with the command and all that the compiler said, and
  // ASSAY_DATA_ERROR where the compiler is missing.
  HostCode(const KernelDescription& kernel, const FormulaNames& names, const sdk::Host& host);

  // The call of the launch with this number, in the order of for_each_launch.
  [[nodiscard]] Call call(std::size_t launch) const { return calls_.at(launch); }
  // The address of what the code, or a library that it needs, has by that name; null if there is
  // none. Other code of the process does not see these libraries, OpenMP's for instance.
  [[nodiscard]] void* find(const char* name) const;

 private:
  void* object_ = nullptr;  // stays loaded
  std::vector<Call> calls_;
};

// Compiles as HostCode does, and only fills the host's cache.
void compile_host_code(const KernelDescription& kernel, const FormulaNames& names,
                       const sdk::Host& host);

}  // namespace assay
