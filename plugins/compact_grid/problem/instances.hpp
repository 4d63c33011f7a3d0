// Instances of the family's problems.
#pragma once

#include <memory>

#include "assay/plugin.hpp"

namespace compact_grid {

// Both functions throw the sdk::Errors of the arguments, GridData and make_points.
std::unique_ptr<assay::sdk::Instance> create_hierarchize(const assay::sdk::Host& host,
                                                         const assay::sdk::Bindings& bound);
std::unique_ptr<assay::sdk::Instance> create_evaluate(const assay::sdk::Host& host,
                                                      const assay::sdk::Bindings& bound);

}  // namespace compact_grid
