// Creates instances of forest/predict.
#pragma once

#include <memory>

#include "assay/plugin.hpp"

namespace forest {

// Grows the forest first. Throws sdk::Error as create_train does, and where no sample is held out
// or the forest is not the one whose hash was given.
std::unique_ptr<assay::sdk::Instance> create_predict(const assay::sdk::Host& host,
                                                     const assay::sdk::Bindings& bound);

}  // namespace forest
