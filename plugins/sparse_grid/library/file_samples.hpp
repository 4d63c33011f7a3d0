// Samples from the columns and rows of a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "sparse_grid/library/samples.hpp"

namespace sparse_grid {

// The selection of columns and rows of a table; columns by name or number from 0.
struct Selection {
  std::string features = {};  // separated by commas; empty: all columns but the target's
  // Empty: no targets. "column": its numbers, unchanged. "column=value" (or any other condition):
  // +1 where it holds, -1 elsewhere.
  std::string target = {};
  // Conditions "column op value" separated by commas, all of which must hold; op is = != < <= > or
  // >=. Both sides are compared as numbers if both are numbers; otherwise = and != compare text.
  std::string filter = {};
  std::size_t rows = 0;    // number of randomly chosen rows, in the file's order; 0: all
  std::uint64_t seed = 0;  // of the random choice of rows
  bool fewer = false;      // take all rows if there are not enough, rather than fail
  double border = 0;       // left free at either side of the unit interval, 0 to below 0.5
};

struct FileSamples {
  Samples samples;
  std::size_t file_rows = 0;      // in the file
  std::size_t filtered_rows = 0;  // rows that passed the filter
};

// Reads the samples and scales each feature linearly so that the least value in the chosen rows
// becomes `border` and the greatest 1 - `border`. Points on the border of the cube are kept, as in
// Luz 2017: a grid without boundary is 0 there.
//
// Throws sdk::Error: ASSAY_DATA_ERROR for a damaged file, a cell that is not a finite number
// ("file: line:column: ..."), a constant feature, or fewer rows than requested; ASSAY_INVALID for
// an unknown column, an invalid condition, or a selection without features.
FileSamples read_samples(const std::string& path, const Selection& selection);

}  // namespace sparse_grid
