// Trials of the streaming variants: `list` walks all basis functions as they are (forms plain,
// saturate and sign), `factored` the tree that is left once level 1 is factored out.
#pragma once

#include <memory>

#include "assay/plugin.hpp"

namespace sparse_grid::accelerator {

// prepare and compile, for sparse-grid/multi-eval or, where `transposed`, multi-eval-transposed.
std::unique_ptr<assay::sdk::Trial> prepare_list(const assay::sdk::Task& task, assay_backend backend,
                                                bool transposed);
void compile_list(const assay::sdk::Task& task, assay_backend backend, bool transposed);

std::unique_ptr<assay::sdk::Trial> prepare_factored(const assay::sdk::Task& task,
                                                    assay_backend backend, bool transposed);
void compile_factored(const assay::sdk::Task& task, assay_backend backend, bool transposed);

}  // namespace sparse_grid::accelerator
