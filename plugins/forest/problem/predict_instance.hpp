// Creates instances of forest/predict.
#pragma once

#include <memory>

#include "assay/plugin.hpp"

namespace forest {

// Creates an instance, growing its forest first. Throws what create_train throws, and sdk::Error if
// no sample is held out or the forest's hash is not the given one.
std::unique_ptr<assay::sdk::Instance> create_predict(const assay::sdk::Host& host,
                                                     const assay::sdk::Bindings& bound);

}  // namespace forest
