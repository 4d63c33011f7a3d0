// Streaming in which the data points are cut into chunks that stream through one or more devices.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "sparse_grid/accelerator/streaming.hpp"

namespace sparse_grid::accelerator {

// An algorithm as described in variants.hpp, with trials of its own. Its operators have vectors on
// the device like all others: only data points come from the host. Its trials copy the coefficients
// and results of each chunk themselves, so that these copies overlap too, and support several
// devices.
struct ChunkedStreaming : Streaming {
  static ParameterSet parameters(assay_backend backend, bool transposed);
  template <class Real>
  static std::unique_ptr<Operator<Real>> create(const Device& device, const Inputs<Real>& inputs,
                                                const Configuration& configuration,
                                                bool transposed);

  static ParameterSet trial_parameters();
  static constexpr const char* one_operator =
      "data_residence == 'device' and chunks == 1 and devices == 1";
  // Returns nullptr for a configuration that needs no trial of its own.
  template <class Real>
  static std::unique_ptr<assay::sdk::Trial> create_trial(const assay::sdk::Task& task,
                                                         assay_backend backend, bool transposed);
};

}  // namespace sparse_grid::accelerator
