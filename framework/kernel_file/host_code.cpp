#include "framework/kernel_file/host_code.hpp"

#include <dlfcn.h>

#include <span>
#include <utility>

#include "framework/core/scratch_folder.hpp"
#include "framework/core/shell.hpp"
#include "framework/kernel_file/as_plugin.hpp"
#include "framework/kernel_file/compile_options.hpp"
#include "framework/kernel_file/compiler_command.hpp"
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

std::vector<std::byte> shared_object(const KernelDescription& kernel, const FormulaNames& names,
                                     const sdk::Host& host) {
  return output_of(use_of_host_compiler(kernel, names, configured_sources(kernel, names, host)),
                   kernel, host);
}

// Loads the object for the life of the process: threads of its own may still run when a trial ends,
// OpenMP's for instance.
void* loaded(std::span<const std::byte> object) {
  const ScratchFolder folder("host-code");
  const fs::path file = folder / output_name;
  write_file(file, {reinterpret_cast<const char*>(object.data()), object.size()});
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
  return fmt::format("{} {} {}", compiler_of(kernel), options_text(kernel), source_names(kernel));
}

CompilerCommand use_of_host_compiler(const KernelDescription& kernel, const FormulaNames& names,
                                     std::vector<SourceFile> sources) {
  CompilerCommand command{compiler_of(kernel), "", std::move(sources), output_name};
  const std::string wrapper = wrapper_file(kernel.language);
  const std::string unit = wrapper_text(kernel, command.files, names);
  command.text = fmt::format("{} {} {} -I.{} {}", command.compiler, shared_options(kernel.language),
                             options_for_shell({options_text(kernel), kernel.options.place}, names),
                             defines_for_shell(compile_constants(kernel, names)), wrapper);
  // Linked files come first: they may hold Fortran's modules, which the source uses.
  command.text += linked_for_shell(kernel);
  // Fortran's sources are compiled beside the wrapper, all others within it.
  if (kernel.language == HostLanguage::fortran) {
    command.text += " " + shell_quoted(command.files.front().name);
  }
  command.text += fmt::format(" -o {}", output_name);
  command.files.push_back({wrapper, unit});
  return command;
}

HostCode::HostCode(const KernelDescription& kernel, const FormulaNames& names,
                   const sdk::Host& host) {
  object_ = as_plugin([&] { return loaded(shared_object(kernel, names, host)); });
  for_each_launch(kernel.steps, [&](const KernelLaunch& launch, const auto&, const auto&) {
    require_procedure(object_, calls_.size(), launch);
    const std::string name = wrapper_name(calls_.size());
    auto* const found = reinterpret_cast<Call>(find(name.c_str()));
    if (found == nullptr) {
      throw sdk::Error(ASSAY_INTERNAL, fmt::format("compiled code has no function '{}'", name));
    }
    calls_.push_back(found);
  });
}

void* HostCode::find(const char* name) const { return dlsym(object_, name); }

void compile_host_code(const KernelDescription& kernel, const FormulaNames& names,
                       const sdk::Host& host) {
  as_plugin([&] { static_cast<void>(shared_object(kernel, names, host)); });
}

}  // namespace assay
