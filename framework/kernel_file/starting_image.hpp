// Guesses, for `assay init`, what arrays a kernel takes as images.
#pragma once

#include <cstddef>
#include <string>

#include "framework/kernel_file/argument_type.hpp"
#include "framework/kernel_file/signature.hpp"

namespace assay {

struct StartingImage {
  std::string type = "float4";  // of the array: "unsigned int", "float4"
  std::size_t dimensions = 2;
  bool layered = false;
  bool linear = false;
  bool read = false;
  bool written = false;
};

// The image behind a parameter, by its type and by what the kernel calls with it: read_imagef,
// tex2D<float>, surf2Dwrite. Where only other functions see it, the guess is two dimensions.
[[nodiscard]] StartingImage starting_image(const SourceText& source, const KernelSignature& kernel,
                                           const SignatureParameter& parameter,
                                           const ArgumentType& type);

}  // namespace assay
