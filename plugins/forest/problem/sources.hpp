// The sources of an instance's data.
#pragma once

#include "assay/plugin.hpp"
#include "forest/problem/arguments.hpp"
#include "forest/problem/dataset.hpp"

namespace forest {

// Training samples and held-out samples, with the same attributes and label numbers.
struct PartedData {
  Dataset training;
  Dataset held_out;
};

// Loads the data that the arguments choose. Throws sdk::Error: ASSAY_DATA_ERROR with
// "file:line:column: " for faults in files, or if a file of held-out samples has other attributes
// than the training data; ASSAY_INVALID for arguments that do not suit the files.
PartedData load_data(const assay::sdk::Host& host, const DataArguments& arguments);

}  // namespace forest
