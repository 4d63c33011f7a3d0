#include "sparse_grid/problem/problems.hpp"

#include "sparse_grid/problem/arguments.hpp"
#include "sparse_grid/problem/instance.hpp"

namespace sparse_grid {
namespace {

using assay::sdk::TensorDoc;

constexpr const char* naming =
    " With B_im = phi_i(x_m), phi_i(x) the product over dimensions k of max(0, 1 - |2^l_ik x_k - "
    "i_ik|). SG++ calls B^T alpha mult and B v multTranspose; the CUDA literature on it has the "
    "two "
    "names the other way round: compare formulas, not names.";

std::vector<TensorDoc> common_tensors() {
  return {
      {"data", ASSAY_SETUP,
       "real [m, d], row-major: m data points in [0, 1]^d, the border included (where every basis "
       "function is 0)"},
      {"levels", ASSAY_SETUP,
       "u32 [n, d]: level vectors of the n grid points, each level 1 to 31. The grid holds every "
       "hierarchical ancestor of its points, and each before its descendants, so point 0 is the "
       "root; otherwise the order is arbitrary and no point comes twice"},
      {"indices", ASSAY_SETUP, "u32 [n, d]: index vectors, odd, in 1 .. 2^level - 1"},
  };
}

std::vector<TensorDoc> with_common(TensorDoc coefficients, TensorDoc result) {
  std::vector<TensorDoc> tensors = common_tensors();
  tensors.push_back(std::move(coefficients));
  tensors.push_back(std::move(result));
  return tensors;
}

std::vector<TensorDoc> regression_tensors() {
  auto tensors = with_common(
      {"targets", ASSAY_INPUT, "real [m]: y"},
      {"surpluses", ASSAY_OUTPUT,
       "real [n]: alpha, in the points' order. Judged in double by its residual and by its mean "
       "squared error on the held-out points, compared with a solution in double"});
  tensors.insert(tensors.end() - 1,
                 {{"lambda", ASSAY_SETUP, "f64 [1]"},
                  {"iterations", ASSAY_SETUP, "u32 [1]: at most"},
                  {"epsilon", ASSAY_SETUP,
                   "f64 [1]: |residual| / |B y| at which the iteration ends early; 0: never"}});
  return tensors;
}

}  // namespace

void describe_problems(assay::sdk::Plugin& plugin) {
  plugin.problem(
      {.name = "sparse-grid/multi-eval",
       .doc =
           std::string("Evaluates a sparse grid function at many points: v = B^T alpha.") + naming,
       .arguments = product_arguments(),
       .tensors = with_common(
           {"surpluses", ASSAY_INPUT, "real [n]: the coefficients alpha, in the points' order"},
           {"values", ASSAY_OUTPUT, "real [m]: v"}),
       .create = create_multi_eval});
  plugin.problem(
      {.name = "sparse-grid/multi-eval-transposed",
       .doc = std::string("Sums weighted basis functions over many points: v' = B v.") + naming,
       .arguments = product_arguments(),
       .tensors = with_common({"weights", ASSAY_INPUT, "real [m]: v, each weight in 0.5 .. 1.5"},
                              {"sums", ASSAY_OUTPUT, "real [n]: v', in the points' order"}),
       .create = create_multi_eval_transposed});
  plugin.problem(
      {.name = "sparse-grid/regression",
       .doc =
           std::string(
               "Learns a sparse grid function from data: conjugate gradients from zero on (B B^T + "
               "m lambda I) alpha = B y. The data held out to judge by are not an input.") +
           naming,
       .arguments = regression_arguments(),
       .tensors = regression_tensors(),
       .create = create_regression,
       .checks = true,
       .restore_check = restore_regression_check});
}

}  // namespace sparse_grid
