// Readers of data files.
#pragma once

#include <string>

#include "forest/problem/arguments.hpp"
#include "forest/problem/dataset.hpp"

namespace forest {

// Each reader throws sdk::Error (ASSAY_DATA_ERROR) that begins with "file:line:column: " for faults
// in a file: cells that are not finite numbers, rows that differ in length from the first, no rows
// at all.

// Reads a table with a column of labels: see arguments `label`, `columns`, `categories`. Throws
// ASSAY_INVALID for columns that the table does not have.
Dataset read_table(const std::string& path, const DataArguments& arguments);

// Reads the paper's format "gen" (its appendix C): three header lines,
//   # type:  OUT,   IN,   IN
//   # data:  CU32,  NF32, NF32
//   # name:  ,      ,
// then rows of an integer, the label, and numbers.
Dataset read_gen(const std::string& path);

// Reads the paper's format "fv": rows of numbers without a header, and a second file with one
// integer, the label, for each row.
Dataset read_fv(const std::string& path, const std::string& label_path);

}  // namespace forest
