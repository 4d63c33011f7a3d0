// Samples from the columns and rows of a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "sparse_grid/library/samples.hpp"

namespace sparse_grid {

// What to take of a table; columns by name or number from 0.
struct Selection {
  std::string features = {};  // separated by commas; empty: all columns but the target's
  // Empty: no targets. "column": its numbers as they are. "column=value" (or any other condition):
  // +1 where it holds, -1 elsewhere.
  std::string target = {};
  // Conditions "column op value" separated by commas, all of which must hold; op is = != < <= > or
  // >=. Both sides are compared as numbers if both are numbers, else = and != compare text.
  std::string filter = {};
  std::size_t rows = 0;    // a random choice of that many, in the file's order; 0: all
  std::uint64_t seed = 0;  // of that choice
  bool fewer = false;      // take all where there are not as many, rather than fail
  double border = 0;       // left free at either side of the unit interval, 0 to below 0.5
};

struct FileSamples {
  Samples samples;
  std::size_t file_rows = 0;      // in the file
  std::size_t filtered_rows = 0;  // that passed the filter
};

// Reads and scales each feature linearly so that the least of the chosen rows' values becomes
// `border` and the greatest 1 - `border`. Points on the border of the cube are kept, as in Luz
// 2017: a grid without boundary is 0 there.
//
// Throws sdk::Error: ASSAY_DATA_ERROR for a damaged file, a cell that is no finite number ("file:
// line:column: ..."), a constant feature, fewer rows than asked for; ASSAY_INVALID for an unknown
// column, a bad condition, or a selection without features.
FileSamples read_samples(const std::string& path, const Selection& selection);

}  // namespace sparse_grid
