// Instances of forest/train, and their checks in other processes.
#pragma once

#include <memory>

#include "assay/plugin.hpp"

namespace forest {

// Creates an instance. Throws sdk::Error for invalid arguments or data: see ForestArguments,
// load_data.
std::unique_ptr<assay::sdk::Instance> create_train(const assay::sdk::Host& host,
                                                   const assay::sdk::Bindings& bound);

// Restores a check that judges exactly as the instance created with these arguments would.
std::unique_ptr<assay::sdk::Check> restore_train_check(const assay::sdk::Host& host,
                                                       const assay::sdk::Bindings& bound,
                                                       const assay::sdk::SavedCheck& saved);

}  // namespace forest
