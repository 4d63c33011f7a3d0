// The names that nvcc gives to kernels.
//
// nvcc has nothing like NVRTC's expressions for names. So the translation unit has an empty kernel
// for each expression, a template whose arguments are a number and the function. That instantiates
// the function, and the empty kernel's symbol spells the function's name as the compiler does.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace assay {

// The translation unit: the source, and the empty kernels for expressions such as
// "scale<float, 4>".
[[nodiscard]] std::string naming_unit(const std::string& source,
                                      const std::vector<std::string>& expressions);

// The symbol of each expression's function; `kernels` are the symbols of all kernels that were
// compiled, in any order. Throws sdk::Error ASSAY_COMPILE_ERROR, naming the kernels, if there is
// none.
[[nodiscard]] std::map<std::string, std::string> symbols_of_expressions(
    const std::vector<std::string>& expressions, const std::vector<std::string>& kernels);

// The symbol of a function that is extern "C", which is its name. Throws as the above does.
[[nodiscard]] std::string required_symbol(const std::string& function,
                                          const std::vector<std::string>& kernels);

}  // namespace assay
