// Instances of the problems: typed tensors, reference or check, work and facts of a workload.
#pragma once

#include <memory>

#include "assay/plugin.hpp"

namespace sparse_grid {

// Create instances of "sparse-grid/multi-eval", "sparse-grid/multi-eval-transposed" and
// "sparse-grid/regression"; see problems.cpp for the tensors.
std::unique_ptr<assay::sdk::Instance> create_multi_eval(const assay::sdk::Host& host,
                                                        const assay::sdk::Bindings& bound);
std::unique_ptr<assay::sdk::Instance> create_multi_eval_transposed(
    const assay::sdk::Host& host, const assay::sdk::Bindings& bound);
std::unique_ptr<assay::sdk::Instance> create_regression(const assay::sdk::Host& host,
                                                        const assay::sdk::Bindings& bound);
// Restores the check of the regression instance that was created with these arguments.
std::unique_ptr<assay::sdk::Check> restore_regression_check(const assay::sdk::Host& host,
                                                            const assay::sdk::Bindings& bound,
                                                            const assay::sdk::SavedCheck& saved);

}  // namespace sparse_grid
