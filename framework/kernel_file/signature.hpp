// The entry functions of a device source and what they take, as far as reading them tells.
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
  std::string name;                      // "" where it has none
  std::string type;                      // without qualifiers: "float", "unsigned int", "real"
  std::optional<assay_element> element;  // nothing for a type that only a compiler knows
  bool constant = false;                 // what a pointer points to is const
  std::size_t pointers = 0;              // stars and brackets
};

struct KernelSignature {
  std::string function;
  std::size_t line = 0;
  std::vector<SignatureParameter> parameters;
  std::string doubt;  // why the parameters may be others than these; "" if they are not
  bool is_template = false;
  bool mangled = false;   // CUDA without extern "C": not to be found by this name
  std::size_t begin = 0;  // its tokens: from the word that makes it a kernel
  std::size_t body = 0;   // to the bracket that opens its body,
  std::size_t end = 0;    // and behind the one that closes it
};

// All kernels of a source, declarations without a body left out. Kernels that macros make are not
// seen.
[[nodiscard]] std::vector<KernelSignature> read_signatures(const SourceText& source,
                                                           assay_backend backend);

}  // namespace assay
