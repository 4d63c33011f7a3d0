// The part of programs in C++ that gets their kernels from nvcc.
#include "framework/standalone/cxx_runtime.hpp"

namespace assay::standalone::cxx {

const char* const nvcc_code = R"cxx(struct Code {
  std::string cubin;
  std::map<std::string, std::string> symbols;  // of kernels
};

std::string demangled(const std::string& symbol) {
  int status = 0;
  char* const text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  const std::string name = text == nullptr ? symbol : text;
  std::free(text);
  return name;
}

// The text without an ending that it may have.
std::string without(const std::string& text, const std::string& ending) {
  const std::size_t size = text.size() - std::min(text.size(), ending.size());
  return text.substr(size) == ending ? text.substr(0, size) : text;
}

// The symbol of the kernel that an expression names. nvcc mangles the names of C++, so the unit has
// an empty kernel for each expression, whose own name spells the kernel that is meant.
std::string symbol_of(const std::string& expression, std::size_t number,
                      const std::map<std::string, std::string>& symbols) {
  const std::string begin = "void assay_names::name<" + std::to_string(number) + ", void ";
  const auto empty = symbols.lower_bound(begin);
  if (empty == symbols.end() || empty->first.rfind(begin, 0) != 0) {
    throw std::runtime_error("nvcc left out " + expression);
  }
  const std::string spelled = without(empty->first.substr(begin.size()), ">()");
  const std::size_t middle = spelled.find("), &");
  const std::string parameters = spelled.substr(0, middle + 1);
  std::string kernel = spelled.substr(middle + 4);
  if (kernel.front() == '(' && kernel.back() == ')') kernel = kernel.substr(1, kernel.size() - 2);
  for (const auto& [name, symbol] : symbols) {
    // Of extern "C" the parameters are not spelled.
    if (without(name, parameters) == without(kernel, parameters)) return symbol;
  }
  throw std::runtime_error("the code has no kernel " + expression);
}

// The symbols of the kernels in a cubin, each of which has a section, by their names in C++.
std::map<std::string, std::string> symbols_in(const std::string& cubin) {
  std::map<std::string, std::string> symbols;
  const std::string section = ".text.";
  for (std::size_t at = cubin.find(section); at != std::string::npos;
       at = cubin.find(section, at + 1)) {
    const std::string symbol = cubin.c_str() + at + section.size();
    symbols[demangled(symbol)] = symbol;
  }
  return symbols;
}

Code compile_code(const Device& device, const Build& build) {
  setenv("ARCH", architecture(device).c_str(), 1);
  const Folder folder;
  std::ifstream file(run_command(build, folder), std::ios::binary);
  Code code;
  code.cubin.assign(std::istreambuf_iterator<char>(file), {});
  for (const std::string& name : build.kernels) code.symbols[name] = name;
  const auto symbols = symbols_in(code.cubin);
  for (std::size_t k = 0; k < build.expressions.size(); ++k) {
    code.symbols[build.expressions[k]] = symbol_of(build.expressions[k], k, symbols);
  }
  return code;
}
)cxx";

}  // namespace assay::standalone::cxx
