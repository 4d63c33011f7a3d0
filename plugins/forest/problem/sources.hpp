// Where an instance's data come from.
#pragma once

#include "assay/plugin.hpp"
#include "forest/problem/arguments.hpp"
#include "forest/problem/dataset.hpp"

namespace forest {

// Everything that the arguments ask for, samples to be held out included. Throws sdk::Error for
// files: ASSAY_DATA_ERROR with "file:line:column: " for what is wrong in them, ASSAY_INVALID for
// arguments that do not fit.
Dataset load_dataset(const assay::sdk::Host& host, const DataArguments& arguments);

}  // namespace forest
