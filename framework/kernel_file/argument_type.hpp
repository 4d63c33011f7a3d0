// The types of a kernel's arguments, as far as reading its sources tells: numbers, vectors of
// numbers, or types that no scenario can provide.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "framework/kernel_file/array.hpp"
#include "framework/kernel_file/signature.hpp"

namespace assay {

struct ArgumentType {
  enum class Kind {
    number,   // `element`, or a vector of `width` elements
    record,   // a struct or union
    image,    // of `width` dimensions: image2d_t
    sampler,  // sampler_t
    texture,  // a texture object (CUDA)
    surface,  // a surface object (CUDA)
    opaque,   // an event, an image of several samples, a pointer to pointers
    unknown,  // a name that only a compiler can resolve: a macro's, a template's
  };
  Kind kind = Kind::unknown;
  assay_element element = ASSAY_F32;  // of a number
  std::size_t width = 1;              // of a vector
  std::string name;                   // as shown in messages: "the struct 'pair'", "float4"
  std::vector<ArgumentType> members;  // of a struct, if all of them are numbers and vectors
  bool layered = false;               // of an image: image2d_array_t
  bool linear = false;                // of an image: image1d_buffer_t
  std::string member = {};            // the name of a struct's member
};

// Whether it is an image, a sampler, a texture or a surface.
[[nodiscard]] bool is_image_like(const ArgumentType& type);

// The type of a parameter; follows typedefs. `sources` are the file of the signature and the files
// that it includes.
[[nodiscard]] ArgumentType argument_type(const SignatureParameter& parameter,
                                         std::span<const SourceText> sources);

// The bytes of a struct whose members are known, as C lays it out; 0 if they are not.
[[nodiscard]] std::size_t record_bytes(const ArgumentType& type, assay_backend backend);

// The type as a scenario writes it: "float" for a typedef of it, "float4"; "the struct 'pair'".
[[nodiscard]] std::string type_text(const ArgumentType& type);

// Why a scenario cannot pass such an argument, or an array of it whose elements are of the type
// `array` or the structs of an array that is laid out, and what to do instead: completes
// "it is ...". "" if it can, or if reading cannot tell. Bytes may stand for structs, and structs
// for bytes; members need not have the same names.
[[nodiscard]] std::string why_not_by_value(const ArgumentType& type);
[[nodiscard]] std::string why_not_array_of(const ArgumentType& type, assay_element array);
[[nodiscard]] std::string why_not_structs_of(const ArgumentType& type,
                                             const ArrayDescription& array, assay_backend backend);

}  // namespace assay
