#include "framework/kernel_file/host_wrapper.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "framework/core/error.hpp"
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
                          std::size_t number) {
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
      return fmt::format("*(const {}*){}", c_type(argument.parts.front().element, argument.place),
                         address);
    case KernelArgument::Kind::local:
      break;
  }
  throw error_at(argument.place, "host code has no local memory: use a scratch array");
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

// GNU Fortran appends an underscore to the names of procedures that are not bind(C). Which of the
// two names exists is known when the program is linked.
std::string fortran_call(const std::string& function, const std::string& arguments,
                         std::size_t number) {
  const std::string own = lower(function);
  return fmt::format(
      "extern void {0}() __attribute__((weak));\nextern void {0}_() __attribute__((weak));\n"
      "void {1}(void* const* a) {{\n  if ({0}_) {0}_({2}); else {0}({2});\n}}\n",
      own, wrapper_name(number), arguments);
}

}  // namespace

std::string wrapper_name(std::size_t launch) { return fmt::format("assay_call_{}", launch); }

std::string wrapper_text(const KernelDescription& kernel, const std::string& source,
                         const FormulaNames& names) {
  const bool is_cxx = kernel.language == HostLanguage::cxx || kernel.language == HostLanguage::cuda;
  std::string text;
  if (!is_fortran(kernel)) text = fmt::format("#include \"{}\"\n", source);
  if (is_cxx) text += any_pointer;
  std::size_t number = 0;
  for_each_launch(kernel.steps, [&](const KernelLaunch& launch, const auto&, const auto&) {
    std::vector<std::string> arguments;
    for (const KernelArgument& argument : launch.arguments) {
      arguments.push_back(argument_text(kernel, argument, arguments.size()));
    }
    const std::string all = fmt::format("{}", fmt::join(arguments, ", "));
    const std::string function = function_name(launch, names);
    text += is_fortran(kernel)
                ? fortran_call(function, all, number)
                : fmt::format("{}void {}(void* const* a) {{ (void)a; {}({}); }}\n",
                              is_cxx ? "extern \"C\" " : "", wrapper_name(number), function, all);
    ++number;
  });
  return text;
}

}  // namespace assay
