// Describes variants on the host by their trials, which are class templates over the data's type.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "assay/plugin.hpp"
#include "sparse_grid/library/tensors.hpp"

namespace sparse_grid {

// Makes a trial in the precision of the task's data. Throws ASSAY_UNSUPPORTED if that is neither
// float nor double, and ASSAY_INVALID for a std::invalid_argument, by which code that is
// independent of the SDK rejects its input.
template <template <class> class Trial>
std::unique_ptr<assay::sdk::Trial> prepare_for_precision(const assay::sdk::Task& task) {
  try {
    return assay::sdk::prepare_by_precision<Trial>(task.input("data"), task);
  } catch (const std::invalid_argument& error) {
    throw assay::sdk::Error(ASSAY_INVALID, error.what());
  }
}

// Adds a variant for each of the three problems that differs from `common` only in its problem and
// its trials.
template <template <class> class MultiEval, template <class> class MultiEvalTransposed,
          template <class> class Regression>
void add_variants(assay::sdk::Plugin& plugin, const assay::sdk::VariantDescription& common) {
  const auto add = [&](const char* problem, auto prepare) {
    auto variant = common;
    variant.problem = problem;
    variant.prepare = prepare;
    plugin.variant(std::move(variant));
  };
  add("sparse-grid/multi-eval", prepare_for_precision<MultiEval>);
  add("sparse-grid/multi-eval-transposed", prepare_for_precision<MultiEvalTransposed>);
  add("sparse-grid/regression", prepare_for_precision<Regression>);
}

}  // namespace sparse_grid
