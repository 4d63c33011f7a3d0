// The kernels of a device source and their parameters, as far as reading the source tells.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "framework/kernel_file/source_tokens.hpp"

namespace assay {

struct SignatureParameter {
  enum class Kind { array, local, scalar };
  Kind kind = Kind::scalar;
  std::string name;                      // "" if it has none
  std::string type;                      // without qualifiers: "float", "unsigned int", "real"
  std::optional<assay_element> element;  // nothing for a type that only a compiler can resolve
  bool constant = false;                 // whether a pointer's target is const
  bool written = false;                  // whether an image may be written: __write_only
  std::size_t pointers = 0;              // number of stars and brackets
};

struct KernelSignature {
  std::string function;
  std::size_t line = 0;
  std::vector<SignatureParameter> parameters;
  std::string doubt;  // why the parameters may differ from these; "" if certain
  bool is_template = false;
  bool mangled = false;   // CUDA without extern "C": cannot be found by this name
  std::size_t begin = 0;  // token of the word that makes it a kernel
  std::size_t body = 0;   // token of the bracket that opens its body
  std::size_t end = 0;    // token after the bracket that closes its body
};

// All kernels of a source, without declarations that have no body. Of several definitions of a
// name, such as one for each case of an #if, there is the first; it is in doubt where they take
// different parameters. Kernels created by macros are not found.
[[nodiscard]] std::vector<KernelSignature> read_signatures(const SourceText& source,
                                                           assay_backend backend);

}  // namespace assay
