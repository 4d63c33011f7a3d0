// Data from files.
#pragma once

#include <string>

#include "forest/problem/arguments.hpp"
#include "forest/problem/dataset.hpp"

namespace forest {

// Each throws sdk::Error (ASSAY_DATA_ERROR) that begins with "file:line:column: " for what is wrong
// in a file: cells that are no finite numbers, rows of other lengths than the first, no rows at
// all.

// A table with a column of labels: see arguments `label`, `columns`, `categories`. ASSAY_INVALID
// for columns that there are not.
Dataset read_table(const std::string& path, const DataArguments& arguments);

// The paper's format "gen" (its appendix C): three header lines,
//   # type:  OUT,   IN,   IN
//   # data:  CU32,  NF32, NF32
//   # name:  ,      ,
// then rows of an integer, the label, and numbers.
Dataset read_gen(const std::string& path);

// The paper's format "fv": rows of numbers without a header, and a file of as many integers, the
// labels.
Dataset read_fv(const std::string& path, const std::string& label_path);

}  // namespace forest
