// NumPy's .npy files: a header with type and shape, followed by one array.
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

// Reads a file. Throws environment Error, which begins with the file's name and says the remedy, if
// the file does not exist, is no .npy file or is cut off, for big-endian byte order or Fortran
// order, for elements that are no plain numbers, for more dimensions than a tensor has, and for
// bytes after the array.
[[nodiscard]] NpyArray read_npy(const std::filesystem::path& file);

// Writes a file. Throws environment Error if it cannot be written.
void write_npy(const std::filesystem::path& file, assay_element element,
               std::span<const std::int64_t> shape, std::span<const std::byte> data);

// A text such as "float[100, 3]".
[[nodiscard]] std::string type_text(assay_element element, std::span<const std::int64_t> shape);

}  // namespace assay
