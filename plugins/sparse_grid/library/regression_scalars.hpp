// The inputs of sparse-grid/regression that are single numbers.
#pragma once

#include <cstdint>
#include <string>

#include "assay/plugin.hpp"
#include "sparse_grid/library/conjugate_gradients.hpp"

namespace sparse_grid {

// The scalars of a task. The constructor throws sdk::Error (ASSAY_INVALID) if an input is not a
// single number.
struct RegressionScalars {
  explicit RegressionScalars(const assay::sdk::Task& task)
      : lambda(one<double>(task, "lambda")),
        stop{one<std::uint32_t>(task, "iterations"), one<double>(task, "epsilon")} {}

  double lambda;
  StoppingRule stop;

 private:
  template <class T>
  static T one(const assay::sdk::Task& task, const char* name) {
    const auto values = assay::sdk::elements<const T>(task.input(name));
    if (values.size() == 1) return values.front();
    throw assay::sdk::Error(ASSAY_INVALID,
                            std::string("input '") + name + "' must have one element");
  }
};

}  // namespace sparse_grid
