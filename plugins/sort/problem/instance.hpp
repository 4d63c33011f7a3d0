// Instances of sort/pairs.
#pragma once

#include <memory>

#include "assay/plugin.hpp"

namespace sorting {

// Throws ASSAY_INVALID for arguments that make no sense, ASSAY_OUT_OF_MEMORY for more pairs than
// this machine's memory holds.
std::unique_ptr<assay::sdk::Instance> create_pairs(const assay::sdk::Host& host,
                                                   const assay::sdk::Bindings& bound);

// Judges as the instance would that was created with these arguments.
std::unique_ptr<assay::sdk::Check> restore_pairs_check(const assay::sdk::Host& host,
                                                       const assay::sdk::Bindings& bound,
                                                       const assay::sdk::SavedCheck& saved);

}  // namespace sorting
