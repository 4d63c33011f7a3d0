// Creates instances of forest/train, and judges for them in other processes.
#pragma once

#include <memory>

#include "assay/plugin.hpp"

namespace forest {

// Throws sdk::Error for arguments or data that make no sense: see ForestArguments, load_data.
std::unique_ptr<assay::sdk::Instance> create_train(const assay::sdk::Host& host,
                                                   const assay::sdk::Bindings& bound);

// Judges as the instance would that was created with these arguments.
std::unique_ptr<assay::sdk::Check> restore_train_check(const assay::sdk::Host& host,
                                                       const assay::sdk::Bindings& bound,
                                                       const assay::sdk::SavedCheck& saved);

}  // namespace forest
