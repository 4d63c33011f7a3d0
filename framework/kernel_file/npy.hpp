// NumPy's .npy files: a header with type and shape, followed by one array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "framework/kernel_file/npy_record.hpp"

namespace assay {

// Of records, the elements are bytes, and the last extent is the size of a record.
struct NpyArray {
  assay_element element = ASSAY_F32;
  std::vector<std::int64_t> shape;
  std::vector<std::byte> data;  // row-major
  NpyRecord record = {};        // without members if the elements are plain numbers
};

// Reads a file. Throws environment Error, which begins with the file's name and says the remedy, if
// the file does not exist, is no .npy file or is cut off, for big-endian byte order or Fortran
// order, for elements that are neither plain numbers nor records of such (take_record), for more
// dimensions than a tensor has, and for bytes after the array.
[[nodiscard]] NpyArray read_npy(const std::filesystem::path& file);

// Writes a file. Throws environment Error if it cannot be written.
void write_npy(const std::filesystem::path& file, assay_element element,
               std::span<const std::int64_t> shape, std::span<const std::byte> data);
// Writes records; `shape` counts them in each dimension.
void write_npy(const std::filesystem::path& file, const NpyRecord& record,
               std::span<const std::int64_t> shape, std::span<const std::byte> data);

// A text such as "float[100, 3]"; of records "{float position[4], int id}[100]".
[[nodiscard]] std::string type_text(assay_element element, std::span<const std::int64_t> shape);
[[nodiscard]] std::string type_text(const NpyArray& array);

}  // namespace assay
