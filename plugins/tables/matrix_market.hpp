// Sparse matrices in the exchange format Matrix Market (Boisvert, Pozo, Remington, "The Matrix
// Market Exchange Formats: Initial Design", NISTIR 5935, 1996): a line for each entry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tables {

// A sparse matrix as the list of its entries, in the order of the file. A place may have several
// entries, which add up.
struct CoordinateMatrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  bool is_pattern = false;            // the file has places alone: then there are no values
  std::vector<std::uint32_t> row;     // [entries], from 0
  std::vector<std::uint32_t> column;  // [entries], from 0
  std::vector<double> value;          // [entries]
};

// Reads a matrix of the kinds coordinate, real or integer or pattern, general or symmetric; of a
// symmetric one, both halves. The file may be compressed as .gz. It has at most 2^31 - 1 rows,
// columns, and entries. Throws sdk::Error (ASSAY_DATA_ERROR) that begins with "file:line:column: ".
CoordinateMatrix read_matrix_market(const std::string& path);

}  // namespace tables
