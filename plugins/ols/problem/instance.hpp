// Instances of ols/fit, and their checks in other processes.
#pragma once

#include <memory>

#include "assay/plugin.hpp"

namespace ols {

// Creates an instance. Throws sdk::Error for invalid arguments: see Arguments.
std::unique_ptr<assay::sdk::Instance> create_fit(const assay::sdk::Host& host,
                                                 const assay::sdk::Bindings& bound);

// Restores a check that judges exactly as the instance created with these arguments would.
std::unique_ptr<assay::sdk::Check> restore_fit_check(const assay::sdk::Host& host,
                                                     const assay::sdk::Bindings& bound,
                                                     const assay::sdk::SavedCheck& saved);

}  // namespace ols
