// Creates instances of ols/fit, and judges for them in other processes.
#pragma once

#include <memory>

#include "assay/plugin.hpp"

namespace ols {

// Throws sdk::Error for arguments that make no sense: see Arguments.
std::unique_ptr<assay::sdk::Instance> create_fit(const assay::sdk::Host& host,
                                                 const assay::sdk::Bindings& bound);

// Judges as the instance would that was created with these arguments.
std::unique_ptr<assay::sdk::Check> restore_fit_check(const assay::sdk::Host& host,
                                                     const assay::sdk::Bindings& bound,
                                                     const assay::sdk::SavedCheck& saved);

}  // namespace ols
