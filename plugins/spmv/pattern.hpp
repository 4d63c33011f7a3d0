// Where a sparse matrix has entries: drawn by a law of row lengths, or as a file has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tables/matrix_market.hpp"

namespace spmv {

// The places of a matrix's entries in compressed sparse rows; see spmv.hpp. Columns of a row are in
// ascending order.
struct Pattern {
  [[nodiscard]] std::size_t rows() const { return offsets.size() - 1; }
  [[nodiscard]] std::size_t entries() const { return columns.size(); }

  std::size_t matrix_columns = 0;
  std::vector<std::uint32_t> offsets;  // [rows + 1]
  std::vector<std::uint32_t> columns;  // [entries]
};

struct Law {
  std::string name;  // as the argument "lengths" of the problem documents it
  double exponent;   // of a power law
};

// The number of entries of each row of a matrix that has `entries` of them: [rows]. No row has more
// than `columns`; what a law would give it beyond goes to the other rows. `entries` must be at most
// rows * columns.
std::vector<std::uint32_t> row_lengths(std::size_t rows, std::size_t columns, std::size_t entries,
                                       const Law& law, std::uint64_t seed);

// A pattern with rows of these lengths. A row of n entries has one in each n-th part of the
// columns.
Pattern drawn_pattern(std::size_t columns, const std::vector<std::uint32_t>& lengths,
                      std::uint64_t seed);

// The pattern of a matrix in a file. places[k] = the number, in the file, of entry k; entries of
// one place stay in the order of the file.
Pattern pattern_of(const tables::CoordinateMatrix& matrix, std::vector<std::uint32_t>& places);

}  // namespace spmv
