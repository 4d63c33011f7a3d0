// Instances of the two problems: typed tensors, reference, work and facts of a workload.
#pragma once

#include <memory>

#include "assay/plugin.hpp"

namespace sparse_grid {

// For problem "sparse-grid/multi-eval" and "sparse-grid/multi-eval-transposed"; see problems.cpp
// for the tensors.
std::unique_ptr<assay::sdk::Instance> create_multi_eval(const assay::sdk::Host& host,
                                                        const assay::sdk::Bindings& bound);
std::unique_ptr<assay::sdk::Instance> create_multi_eval_transposed(
    const assay::sdk::Host& host, const assay::sdk::Bindings& bound);

}  // namespace sparse_grid
