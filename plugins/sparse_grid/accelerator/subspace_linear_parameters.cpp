#include <utility>

#include "sparse_grid/accelerator/backend.hpp"
#include "sparse_grid/accelerator/subspace_linear.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

ParameterSet common(assay_backend backend) {
  const bool cuda = backend == ASSAY_CUDA;
  ParameterSet set;
  add_work_group_size(set, backend);
  add_points_per_item(set, backend, "Neighbouring data points of a work item that walk together.",
                      {1, 2, 3, 4, 5, 6, 7, 8, 16, 32}, cuda ? 2 : 1);
  set.parameters.push_back(
      {"cache",
       "Whether to keep slot and product of the leading dimensions whose level is unchanged.",
       {true, false}});
  if (cuda) {
    set.parameters.push_back({"walk",
                              "Who skips subgrids: each work item by itself, or those of a warp or "
                              "a block together, by vote.",
                              {"own", "warp", "block"},
                              "warp"});
  }
  set.parameters.push_back({"data_order",
                            "Order of the data points: as given, or along a Z-order curve.",
                            {"given", "z-order"},
                            cuda ? "z-order" : "given"});
  return set;
}

void add_accumulation(ParameterSet& set, assay_backend backend) {
  const bool cuda = backend == ASSAY_CUDA;
  sdk::Parameter accumulation{
      "accumulation",
      "atomic: work groups share copies of the sums, by atomic additions (OpenCL: compare and "
      "swap); private: as many work items as copies, each with its own; merged (CUDA): atomic, "
      "after neighbours have combined what goes to the same sum.",
      {"private", "atomic"},
      cuda ? "merged" : "private"};
  if (cuda) {
    accumulation.values.emplace_back("merged");
    set.constraints.push_back({"accumulation != 'merged' or walk != 'own'",
                               "only work items at the same subgrid can merge"});
  }
  set.parameters.push_back(std::move(accumulation));
  set.parameters.push_back({"copies", "Copies of the sums, added up in the end.",
                            sdk::powers_of_two(1, 4096), cuda ? 8 : 64});
  set.constraints.push_back({"accumulation != 'private' or work_group_size <= copies",
                             "a work item without a copy of its own would have nothing to do"});
  if (!cuda) {
    set.constraints.push_back(
        {"accumulation == 'private' or precision == 'float' or has_int64_atomics == 1",
         "the device has no 64-bit atomics"});
  }
}

}  // namespace

std::string SubspaceLinear::doc(bool transposed) {
  return transposed ? "One basis function of each full subgrid (Algorithm 3.5)."
                    : "One basis function of each full subgrid (Algorithm 3.4).";
}

ParameterSet SubspaceLinear::parameters(assay_backend backend, bool transposed) {
  auto set = common(backend);
  if (transposed) add_accumulation(set, backend);
  return set;
}

}  // namespace sparse_grid::accelerator
