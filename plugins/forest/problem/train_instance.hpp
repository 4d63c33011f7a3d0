// Creates instances of forest/train.
#pragma once

#include <memory>

#include "assay/plugin.hpp"

namespace forest {

// Throws sdk::Error for arguments or data that make no sense: see ForestArguments, load_data.
std::unique_ptr<assay::sdk::Instance> create_train(const assay::sdk::Host& host,
                                                   const assay::sdk::Bindings& bound);

}  // namespace forest
