#include "sparse_grid/accelerator/streaming.hpp"

#include <vector>

#include "sparse_grid/accelerator/backend.hpp"
#include "sparse_grid/accelerator/streaming_trials.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

bool is_factored(const sdk::Task& task) { return task.configuration().text("form") == "factored"; }

// Trials of both kinds.
void add_functions(sdk::VariantDescription& variant, assay_backend backend, bool transposed) {
  variant.prepare = [=](const sdk::Task& task) {
    return is_factored(task) ? prepare_factored(task, backend, transposed)
                             : prepare_list(task, backend, transposed);
  };
  variant.compile = [=](const sdk::Task& task) {
    if (is_factored(task)) {
      compile_factored(task, backend, transposed);
    } else {
      compile_list(task, backend, transposed);
    }
  };
}

sdk::VariantDescription common(assay_backend backend, const char* item_doc) {
  const bool cuda = backend == ASSAY_CUDA;
  sdk::VariantDescription variant;
  variant.name = "streaming";
  variant.parameters = {
      {"form",
       "How products of hats are evaluated: plain (maximum); saturate (the maximum in one "
       "instruction); sign (no maximum: the sign of the product is looked at once); factored "
       "(level "
       "1 factored out: one hat for each grid point, along a tree).",
       {"plain", "saturate", "sign", "factored"},
       "sign"},
      {"dimension",
       "Whether the compiler knows it: then loops are unrolled and points stay in registers.",
       {"compile-time", "run-time"},
       "compile-time",
       "form != 'factored'"},
      work_group_size(backend)};
  add_points_per_item(variant, backend, item_doc, {1, 2, 3, 4, 5, 6, 8, 12, 16, 32, 64}, 4);
  variant.parameters.push_back({"unroll",
                                "List entries (run-time: dimensions) in a turn of a loop.",
                                sdk::powers_of_two(1, 8), 1, "form != 'factored'"});
  variant.parameters.push_back({"skip",
                                "factored: leave out what is below a grid point in whose support "
                                "none of the data points at hand lies.",
                                {true, false},
                                true,
                                "form == 'factored'"});
  variant.parameters.push_back({"data_order",
                                "factored: data points as given, or along a Z-order curve.",
                                {"given", "z-order"},
                                cuda ? "z-order" : "given",
                                "form == 'factored'"});
  variant.constraints.push_back(
      {"work_group_size <= max_work_group_size", "the device allows no larger work group"});
  return variant;
}

sdk::Parameter tile(const char* name, const char* doc, assay_backend backend) {
  return {name,
          doc,
          {0, 16, 32, 64, 128, 256},
          backend == ASSAY_CUDA ? 64 : 0,
          "form != 'factored' and dimension == 'compile-time'"};
}

sdk::VariantDescription describe_eval(assay_backend backend) {
  auto variant = common(backend, "Data points of a work item.");
  variant.problem = "sparse-grid/multi-eval";
  variant.doc = "Every basis function at every data point (Algorithm 3.1).";
  variant.parameters.push_back(
      tile("grid_tile", "Grid points staged in local memory at a time; 0: none.", backend));
  variant.parameters.push_back(
      {"grid_shares", "Parts of the grid that different groups walk; their sums are added.",
       sdk::powers_of_two(1, 32), 1, "form != 'factored'"});
  add_functions(variant, backend, false);
  return variant;
}

sdk::VariantDescription describe_transposed(assay_backend backend) {
  const bool cuda = backend == ASSAY_CUDA;
  auto variant = common(backend, "Grid points (factored: data points) of a work item.");
  variant.problem = "sparse-grid/multi-eval-transposed";
  variant.doc = "Every basis function at every data point (Algorithm 3.2).";
  variant.parameters.push_back(
      tile("data_tile", "Data points staged in local memory at a time; 0: none.", backend));
  variant.parameters.push_back(
      {"data_shares", "Parts of the data that different groups walk; their sums are added.",
       sdk::powers_of_two(1, 512), cuda ? 256 : 8, "form != 'factored'"});
  variant.parameters.push_back({"copies",
                                cuda ? "factored: copies of the sums that warps share in turn."
                                     : "factored: work items, each with its own copy of the sums.",
                                sdk::powers_of_two(1, 1024), 64, "form == 'factored'"});
  if (!cuda) {
    variant.constraints.push_back({"form != 'factored' or work_group_size <= copies",
                                   "a work item without a copy of its own would have nothing to "
                                   "do"});
  }
  add_functions(variant, backend, true);
  return variant;
}

}  // namespace

void describe_streaming(sdk::Plugin& plugin) {
  add_variants(plugin, describe_eval);
  add_variants(plugin, describe_transposed);
}

}  // namespace sparse_grid::accelerator
