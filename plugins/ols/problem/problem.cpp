#include "ols/problem/problem.hpp"

#include "ols/problem/arguments.hpp"
#include "ols/problem/instance.hpp"

namespace ols {

void describe_problem(assay::sdk::Plugin& plugin) {
  plugin.problem(
      {.name = "ols/fit",
       .doc = "Ordinary least squares: finds the b that minimises |X b - y|, and how many of its "
              "digits can be trusted.",
       .arguments = fit_arguments(),
       .tensors =
           {{"X", ASSAY_INPUT,
             "real [batch, rows, columns], no more columns than rows; the strides tell whether the "
             "elements of a row or of a column are neighbours"},
            {"y", ASSAY_INPUT, "real [batch, rows]"},
            {"b", ASSAY_OUTPUT, "real [batch, columns]"},
            {"trusted_digits", ASSAY_OUTPUT,
             "f64 [batch]: t promises |D (b - solution)| <= 10^-t |D solution|, D the norms of X's "
             "columns. 0: the method cannot be trusted here; the trial then fails, as it does if a "
             "promise is not kept"}},
       .create = create_fit,
       .checks = true,
       .restore_check = restore_fit_check});
}

}  // namespace ols
