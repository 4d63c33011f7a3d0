// A trial's tensors, with copies of X and y on the device.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "assay/plugin.hpp"
#include "ols/library/inputs.hpp"

namespace ols::accelerator {

// Borrows the task's tensors.
template <class Real>
struct Data {
  // Throws what Inputs and Outputs throw.
  explicit Data(const assay::sdk::Task& task)
      : inputs(task),
        outputs(task, inputs.shape()),
        x(task.host(), inputs.all_x()),
        y(task.host(), inputs.all_y()) {
    for (std::size_t k = 0; k < inputs.shape().batch; ++k) {
      target_norms.push_back(norm(inputs.y(k)));
    }
  }

  // Writes the trusted digits of each fit, [batch], to the outputs.
  void write_digits(std::span<const double> digits) const {
    std::ranges::copy(digits, outputs.digits.begin());
  }

  Inputs<Real> inputs;
  Outputs<Real> outputs;
  assay::sdk::Buffer<Real> x;        // [batch][rows][columns] in its layout
  assay::sdk::Buffer<Real> y;        // [batch][rows]
  std::vector<double> target_norms;  // [batch] |y|
};

// Creates a Trial<float> or Trial<double>, according to the element type of X.
template <template <class> class Trial>
std::unique_ptr<assay::sdk::Trial> prepare_for_input(const assay::sdk::Task& task) {
  return assay::sdk::prepare_by_precision<Trial>(task.input("X"), task);
}

}  // namespace ols::accelerator
