// The variant cublas-cusolver.cuda of ols/fit: NVIDIA's dense linear algebra.
#include "assay/plugin.hpp"
#include "ols/cublas/methods.hpp"

namespace ols::cublas {
namespace {

namespace sdk = assay::sdk;

std::unique_ptr<sdk::Trial> prepare(const sdk::Task& task) {
  if (task.configuration().text("method") == "qr") return prepare_orthogonal(task);
  return prepare_cholesky(task);
}

void describe(sdk::Plugin& plugin) {
  plugin.variant(
      {.name = "cublas-cusolver.cuda",
       .problem = "ols/fit",
       .doc = "cuBLAS and cuSOLVER, X in device memory.",
       .backend = ASSAY_CUDA,
       .parameters =
           {{"method",
             "Cholesky (potrf) of X^T X from a general product or from one that computes half of "
             "it (syrk); or reflections (qr: geqrf, ormqr and trsv, gelsBatched for a batch).",
             {"gemm-potrf", "syrk-potrf", "qr"}},
            {"splits", "Pieces of the rows whose products are computed side by side.",
             sdk::powers_of_two(1, 4096), sdk::Value(1), "method == 'gemm-potrf'"},
            {"math",
             "Whether products of floats may round their factors to TF32.",
             {"default", "tf32"},
             sdk::Value("default"),
             "method != 'qr'"}},
       .constraints = {{"method != 'syrk-potrf' or fits == 1", "cuBLAS has no syrk of a batch"},
                       {"splits == 1 or fits == 1",
                        "the fits of a batch already keep the device busy"},
                       {"splits == 1 or splits * features <= observations",
                        "the products of the pieces would take more memory than X"},
                       {"math == 'default' or precision == 'float'", "TF32 is for floats"},
                       {"method != 'qr' or fits == 1 or layout == 'columns'",
                        "gelsBatched takes columns only"}},
       .prepare = prepare});
}

}  // namespace
}  // namespace ols::cublas

ASSAY_PLUGIN("ols-cublas", "0.1.0", ols::cublas::describe)
