// Creates instances of ols/fit.
#pragma once

#include <memory>

#include "assay/plugin.hpp"

namespace ols {

// Throws sdk::Error for arguments that make no sense: see Arguments.
std::unique_ptr<assay::sdk::Instance> create_fit(const assay::sdk::Host& host,
                                                 const assay::sdk::Bindings& bound);

}  // namespace ols
