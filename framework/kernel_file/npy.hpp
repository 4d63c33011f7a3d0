// NumPy's .npy files: one array, its type and shape in front.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "assay/plugin.h"

namespace assay {

struct NpyArray {
  assay_element element = ASSAY_F32;
  std::vector<std::int64_t> shape;
  std::vector<std::byte> data;  // row-major
};

// Throws environment Error that begins with the file's name and says the cure: no such file, no
// .npy, cut off, another byte order, Fortran order, elements that are no plain numbers, more
// dimensions than a tensor has, bytes behind the array.
[[nodiscard]] NpyArray read_npy(const std::filesystem::path& file);

// Throws environment Error where the file cannot be written.
void write_npy(const std::filesystem::path& file, assay_element element,
               std::span<const std::int64_t> shape, std::span<const std::byte> data);

// "float[100, 3]"
[[nodiscard]] std::string type_text(assay_element element, std::span<const std::int64_t> shape);

}  // namespace assay
