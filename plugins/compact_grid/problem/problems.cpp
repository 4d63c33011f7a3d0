#include "compact_grid/problem/problems.hpp"

#include <string>
#include <vector>

#include "compact_grid/problem/arguments.hpp"
#include "compact_grid/problem/instances.hpp"

namespace compact_grid {
namespace {

using assay::sdk::TensorDoc;

constexpr const char* order =
    "The numbers of a grid's points come in the order of their positions: by rising sum of levels, "
    "then by subspace, then by indices (kernels/compact_grid/index.h); with boundary face by face, "
    "the interior first.";

TensorDoc grid_tensor() {
  return {"grid", ASSAY_SETUP,
          "u32 [3]: dimensions d; levels n, so that levels, counted from 0, add up to less; 1 with "
          "boundary, 0 without"};
}

assay::sdk::ProblemDescription hierarchize_problem() {
  return {
      .name = "compact-grid/hierarchize",
      .doc = std::string("Turns the values of a function at the points of a regular sparse grid "
                         "into the coefficients of its hierarchical hat functions. ") +
             order,
      .arguments = grid_arguments(),
      .tensors = {grid_tensor(),
                  {"nodal", ASSAY_INPUT, "f32 or f64 [points]: the function's values"},
                  {"coefficients", ASSAY_OUTPUT, "as nodal [points]: one for each point"}},
      .create = create_hierarchize};
}

assay::sdk::ProblemDescription evaluate_problem() {
  std::vector<assay::sdk::Argument> arguments = grid_arguments();
  arguments.push_back(
      {"coefficients",
       "coefficients to use instead of a function or array: a .npy file (also .gz) as written by "
       "`assay run compact-grid/hierarchize VARIANT --outputs FOLDER`",
       ""});
  const auto points = point_arguments();
  arguments.insert(arguments.end(), points.begin(), points.end());
  return {.name = "compact-grid/evaluate",
          .doc = std::string("Evaluates the sum of a regular sparse grid's coefficients times its "
                             "hierarchical hat functions at many points. ") +
                 order,
          .arguments = std::move(arguments),
          .tensors = {grid_tensor(),
                      {"coefficients", ASSAY_SETUP, "f32 or f64 [grid points]"},
                      {"points", ASSAY_SETUP, "as coefficients [count][d]: in [0, 1]"},
                      {"values", ASSAY_OUTPUT, "as coefficients [count]: one for each point"}},
          .create = create_evaluate};
}

}  // namespace

void describe_problems(assay::sdk::Plugin& plugin) {
  plugin.problem(hierarchize_problem());
  plugin.problem(evaluate_problem());
}

}  // namespace compact_grid
