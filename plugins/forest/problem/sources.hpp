// Where an instance's data come from.
#pragma once

#include "assay/plugin.hpp"
#include "forest/problem/arguments.hpp"
#include "forest/problem/dataset.hpp"

namespace forest {

// Samples to learn from, and those held out, of the same attributes and numbers of labels.
struct PartedData {
  Dataset training;
  Dataset held_out;
};

// What the arguments ask for. Throws sdk::Error for files: ASSAY_DATA_ERROR with
// "file:line:column: " for what is wrong in them, or where a file of samples to be held out has
// other attributes; ASSAY_INVALID for arguments that do not fit.
PartedData load_data(const assay::sdk::Host& host, const DataArguments& arguments);

}  // namespace forest
