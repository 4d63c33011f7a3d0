#include "framework/kernel_file/host_wrapper.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/kernel_file/array_types.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/launch_plan.hpp"

namespace assay {
namespace {

// The C++ source can pass an address as a pointer to whatever the function takes.
constexpr const char* any_pointer = R"(
namespace {
struct AssayPointer {
  void* address;
  template <class T>
  operator T*() const { return static_cast<T*>(address); }
};
}
)";

// The type of a number in C, which C++ knows, too.
std::string c_type(assay_element element, const std::string& place) {
  switch (element) {
    case ASSAY_I64:
      return "long long";
    case ASSAY_U64:
      return "unsigned long long";
    case ASSAY_BOOL8:
      return "unsigned char";
    case ASSAY_F32:
    case ASSAY_F64:
    case ASSAY_I8:
    case ASSAY_U8:
    case ASSAY_I16:
    case ASSAY_U16:
    case ASSAY_I32:
    case ASSAY_U32:
      return name_of(element);
    default:
      throw error_at(place, fmt::format("host code cannot be given a {} by value: let it take a "
                                        "pointer to an array of one",
                                        name_of(element)));
  }
}

bool is_fortran(const KernelDescription& kernel) {
  return kernel.language == HostLanguage::fortran;
}

std::string argument_text(const KernelDescription& kernel, const KernelArgument& argument,
                          std::size_t number, const FormulaNames& names) {
  std::string address = fmt::format("a[{}]", number);
  switch (argument.kind) {
    case KernelArgument::Kind::array:
      if (kernel.language == HostLanguage::c || is_fortran(kernel)) return address;
      return fmt::format("AssayPointer{{{}}}", address);
    case KernelArgument::Kind::value:
      if (argument.is_struct || argument.parts.front().numbers.size() > 1) {
        throw error_at(argument.place,
                       "host code cannot be given structs and vectors by value: let it take a "
                       "pointer to an array");
      }
      // Fortran takes everything by its address.
      if (is_fortran(kernel)) return address;
      return fmt::format("*(const {}*){}",
                         c_type(part_element(argument.parts.front(), names), argument.place),
                         address);
    default:
      break;
  }
  throw error_at(
      argument.place,
      "host code has no local memory and no images: use arrays of the problem or scratch "
      "arrays");
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

// The names of the modules in Fortran's sources, in lower case: those in which a procedure may be.
std::vector<std::string> fortran_modules(std::span<const SourceFile> sources) {
  std::vector<std::string> modules;
  for (const SourceFile& source : sources) {
    std::istringstream text(lower(source.text));
    for (std::string line; std::getline(text, line);) {
      std::istringstream words(line);
      std::string word;
      std::string name;
      const auto in_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
      if (words >> word >> name && word == "module" && std::ranges::all_of(name, in_name)) {
        modules.push_back(std::move(name));
      }
    }
  }
  return modules;
}

// GNU Fortran appends an underscore to the names of procedures that are not bind(C), and puts
// the module before those within one. Which of the names exists is known when the program is
// linked.
std::string fortran_call(const std::vector<std::string>& modules, const std::string& function,
                         const std::string& arguments, std::size_t number) {
  const std::string own = lower(function);
  std::vector<std::string> candidates = {own + "_", own};
  for (const std::string& module : modules) {
    candidates.push_back(fmt::format("__{}_MOD_{}", module, own));
  }
  std::string declarations;
  std::string choice;
  for (const std::string& name : candidates) {
    declarations += fmt::format("extern void {}() __attribute__((weak));\n", name);
    choice += fmt::format("  if ({0}) return {0};\n", name);
  }
  return fmt::format(
      "{}void (*{}(void))() {{\n{}  return 0;\n}}\n"
      "void {}(void* const* a) {{ {}()({}); }}\n",
      declarations, target_name(number), choice, wrapper_name(number), target_name(number),
      arguments);
}

}  // namespace

std::string wrapper_name(std::size_t launch) { return fmt::format("assay_call_{}", launch); }

std::string target_name(std::size_t launch) { return fmt::format("assay_target_{}", launch); }

std::map<const KernelLaunch*, std::size_t> launch_numbers(const KernelDescription& kernel) {
  std::map<const KernelLaunch*, std::size_t> numbers;
  for_each_launch(kernel.steps, [&](const KernelLaunch& launch, const auto&, const auto&) {
    numbers.emplace(&launch, numbers.size());
  });
  return numbers;
}

std::string wrapper_text(const KernelDescription& kernel, std::span<const SourceFile> sources,
                         const FormulaNames& names) {
  const bool is_cxx = kernel.language == HostLanguage::cxx || kernel.language == HostLanguage::cuda;
  std::vector<std::string> modules;
  if (is_fortran(kernel)) modules = fortran_modules(sources);
  std::string text;
  if (!is_fortran(kernel)) text = fmt::format("#include \"{}\"\n", sources.front().name);
  if (is_cxx) text += any_pointer;
  std::size_t number = 0;
  for_each_launch(kernel.steps, [&](const KernelLaunch& launch, const auto&, const auto&) {
    std::vector<std::string> arguments;
    for (const KernelArgument& argument : launch.arguments) {
      arguments.push_back(argument_text(kernel, argument, arguments.size(), names));
    }
    const std::string all = fmt::format("{}", fmt::join(arguments, ", "));
    const std::string function = function_name(launch, names);
    text += is_fortran(kernel)
                ? fortran_call(modules, function, all, number)
                : fmt::format("{}void {}(void* const* a) {{ (void)a; {}({}); }}\n",
                              is_cxx ? "extern \"C\" " : "", wrapper_name(number), function, all);
    ++number;
  });
  return text;
}

}  // namespace assay
