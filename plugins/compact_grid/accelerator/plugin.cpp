// Variants of the family's problems for OpenCL and CUDA devices.
#include "assay/plugin.hpp"
#include "compact_grid/accelerator/compact_evaluate.hpp"
#include "compact_grid/accelerator/compact_hierarchize.hpp"
#include "compact_grid/accelerator/describe.hpp"
#include "compact_grid/accelerator/evaluate_trial.hpp"
#include "compact_grid/accelerator/factors.hpp"
#include "compact_grid/accelerator/hierarchize_trial.hpp"
#include "compact_grid/accelerator/poles.hpp"

namespace {

void describe_all(assay::sdk::Plugin& plugin) {
  using namespace compact_grid::accelerator;
  for (const assay_backend backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
    plugin.variant(describe<HierarchizeTrial, CompactHierarchize>(backend));
    plugin.variant(describe<HierarchizeTrial, Poles>(backend));
    plugin.variant(describe<EvaluateTrial, CompactEvaluate>(backend));
    plugin.variant(describe<EvaluateTrial, Factors>(backend));
  }
}

}  // namespace

ASSAY_PLUGIN("compact-grid-accelerator", "0.1.0", describe_all)
