// Instances of sort/pairs.
#pragma once

#include <memory>

#include "assay/plugin.hpp"

namespace sorting {

// Creates an instance. Throws ASSAY_INVALID for invalid arguments, ASSAY_OUT_OF_MEMORY for more
// pairs than fit into this machine's memory.
std::unique_ptr<assay::sdk::Instance> create_pairs(const assay::sdk::Host& host,
                                                   const assay::sdk::Bindings& bound);

// Restores a check that judges exactly as the instance created with these arguments would.
std::unique_ptr<assay::sdk::Check> restore_pairs_check(const assay::sdk::Host& host,
                                                       const assay::sdk::Bindings& bound,
                                                       const assay::sdk::SavedCheck& saved);

}  // namespace sorting
