// NumPy arrays of any number of dimensions, of little-endian floats or integers (format 1.0 to
// 3.0).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tables/byte_file.hpp"

namespace tables {

class NpyArray {
 public:
  // Reads the whole file, which may be compressed. Throws sdk::Error (ASSAY_DATA_ERROR) that begins
  // with "file:1:1: " for files that are not arrays, are empty, or end too early.
  explicit NpyArray(const std::string& path);

  [[nodiscard]] const std::string& path() const { return file_.path(); }
  // At least one extent, none of them 0.
  [[nodiscard]] const std::vector<std::size_t>& shape() const { return shape_; }
  // Whether the first index varies fastest in memory, rather than the last.
  [[nodiscard]] bool is_fortran_order() const { return is_fortran_order_; }
  // The element at an index in memory, 0 .. the product of the extents - 1.
  [[nodiscard]] double value(std::size_t element) const;

  // Throws sdk::Error (ASSAY_DATA_ERROR) that begins with "file:1:1: ".
  [[noreturn]] void fail(const std::string& message) const;

 private:
  void read_header();
  void read_elements();
  [[nodiscard]] std::string shown_shape() const;

  ByteFile file_;
  double (*load_)(const char*) = nullptr;  // of one element
  std::size_t element_size_ = 0;           // bytes
  bool is_fortran_order_ = false;
  std::vector<std::size_t> shape_;
  std::vector<char> bytes_;
};

}  // namespace tables
