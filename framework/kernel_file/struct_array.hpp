// Arrays of structs: where the members lie, and their elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "framework/kernel_file/array.hpp"
#include "framework/kernel_file/npy.hpp"

namespace assay {

// Lays the structs of an array out as C does, and appends their size to its shape. Throws usage
// Error, with the place, for structs in which a member cannot be compared: their size is no
// multiple of its elements'.
void lay_out(ArrayDescription& array, assay_backend backend);

// A text such as "{float4 position at 0, int id at 16; 32 bytes}"; without a layout
// "{float4 position, int id}".
[[nodiscard]] std::string struct_text(const ArrayDescription& array);
// "float", "{float4 position, int id}": what an array holds.
[[nodiscard]] std::string type_of_elements(const ArrayDescription& array);
// "float[100, 3]", "{float4 position, int id}[100]": an array whose tensor has that shape.
[[nodiscard]] std::string type_text(const ArrayDescription& array,
                                    std::span<const std::int64_t> shape);

// The extents of one member in one struct: of its array, and of its vector. Empty for a number.
[[nodiscard]] std::vector<std::int64_t> extents_of(const ArrayMember& member);

// Memory of whole structs of an array, as a tensor of bytes, [structs, bytes of one].
[[nodiscard]] assay_tensor structs_in(std::span<std::byte> memory, const ArrayDescription& array);

// The elements of a member in all structs of a dense tensor of their bytes, where they lie: not
// dense. Without a name; without data if the structs have none.
[[nodiscard]] assay_tensor member_tensor(const ArrayMember& member, const assay_tensor& structs);

// The elements of a tensor with any strides, in row-major order without gaps, and the way back.
[[nodiscard]] std::vector<std::byte> gathered(const assay_tensor& tensor);
void scatter(std::span<const std::byte> elements, const assay_tensor& tensor);

// What a file holds as the elements of an array: members of structs are found by their names and
// placed as the array has them. Nothing if the types of both differ; shapes may.
[[nodiscard]] std::optional<NpyArray> as_elements(NpyArray file, const ArrayDescription& array);

// Writes a dense tensor of an array to a file, structs as NumPy's records.
void write_array(const std::filesystem::path& file, const ArrayDescription& array,
                 const assay_tensor& tensor);

}  // namespace assay
