#include "framework/kernel_file/nvcc_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "assay/error.hpp"
#include "framework/device/cuda/cubin.hpp"

namespace assay {
namespace {

// The text without an ending that it may have.
std::string_view without(std::string_view text, std::string_view ending) {
  return text.ends_with(ending) ? text.substr(0, text.size() - ending.size()) : text;
}

// A kernel and its symbol, as the symbol of an empty kernel spells them: of
// "void assay_names::name<0, void (float*), &(scale(float*))>()" the parameters "(float*)" and the
// function "scale(float*)".
struct SpelledFunction {
  std::string parameters;
  std::string function;
};
std::string prefix_of(std::size_t number) {
  return fmt::format("void assay_names::name<{}, void ", number);
}
SpelledFunction spelled(std::string_view text, std::size_t number) {
  text.remove_prefix(prefix_of(number).size());
  const std::size_t reference = text.find("), &");
  if (reference == std::string_view::npos) return {};
  std::string_view function = without(text.substr(reference + 4), ">()");
  const std::string_view parameters = text.substr(0, reference + 1);
  // In parentheses, unless its name is spelled without its parameters.
  if (function.starts_with('(') && function.ends_with(')')) {
    function = function.substr(1, function.size() - 2);
  }
  return {std::string(parameters), std::string(function)};
}

[[noreturn]] void refuse_name(const std::string& function,
                              const std::vector<std::string>& kernels) {
  std::vector<std::string> own;
  for (const std::string& symbol : kernels) {
    const std::string name = device::cuda::demangled(symbol);
    if (!name.starts_with("void assay_names::")) own.push_back(name);
  }
  throw sdk::Error(
      ASSAY_COMPILE_ERROR,
      fmt::format("the program that nvcc compiled has no kernel '{}'; its kernels "
                  "are: {}",
                  function, own.empty() ? "none" : fmt::format("{}", fmt::join(own, ", "))));
}

// The symbol of the function that an empty kernel names. Parameters are left aside where only one
// of the two spells them, as for a function that is extern "C".
std::string symbol_of(const std::string& expression, std::size_t number,
                      const std::vector<std::string>& kernels) {
  const std::string prefix = prefix_of(number);
  const auto marker = std::ranges::find_if(kernels, [&](const std::string& symbol) {
    return device::cuda::demangled(symbol).starts_with(prefix);
  });
  if (marker == kernels.end()) refuse_name(expression, kernels);
  const SpelledFunction wanted = spelled(device::cuda::demangled(*marker), number);
  const auto found = std::ranges::find_if(kernels, [&](const std::string& symbol) {
    const std::string name = device::cuda::demangled(symbol);
    return name == wanted.function ||
           without(name, wanted.parameters) == without(wanted.function, wanted.parameters);
  });
  if (found == kernels.end()) refuse_name(expression, kernels);
  return *found;
}

}  // namespace

std::string naming_unit(const std::string& source, const std::vector<std::string>& expressions) {
  std::string text = fmt::format("#include \"{}\"\n", source);
  if (expressions.empty()) return text;
  text +=
      "namespace assay_names {\n"
      "template <int number, class Type, Type* function>\n"
      "__global__ void name() {}\n"
      "}\n";
  for (std::size_t k = 0; k < expressions.size(); ++k) {
    text += fmt::format("template __global__ void assay_names::name<{0}, decltype({1}), {1}>();\n",
                        k, expressions[k]);
  }
  return text;
}

std::map<std::string, std::string> symbols_of_expressions(
    const std::vector<std::string>& expressions, const std::vector<std::string>& kernels) {
  std::map<std::string, std::string> symbols;
  for (std::size_t k = 0; k < expressions.size(); ++k) {
    symbols[expressions[k]] = symbol_of(expressions[k], k, kernels);
  }
  return symbols;
}

std::string required_symbol(const std::string& function, const std::vector<std::string>& kernels) {
  if (std::ranges::find(kernels, function) == kernels.end()) refuse_name(function, kernels);
  return function;
}

}  // namespace assay
