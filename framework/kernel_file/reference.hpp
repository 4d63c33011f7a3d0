// Computes the expected outputs of a problem made of arrays: from files, a command, or a kernel.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "assay/host.hpp"
#include "framework/kernel_file/description.hpp"

namespace assay {

// The inputs for computing a reference, all of them borrowed.
struct ReferenceTask {
  const ArrayProblemDescription& problem;
  const sdk::Host& host;  // of the instance
  const Bindings& arguments;
  std::span<const assay_tensor> inputs;
  std::span<const assay_tensor> outputs;   // without data
  std::span<const assay_tensor> compared;  // the part of each output that is compared, likewise
  std::span<const assay_origin> origins;   // where these parts begin
};

// Computes the elements of each output that are compared, in the outputs' order and types; those of
// an output that is not compared say nothing. Throws usage Error for
// mistakes in the scenario and environment Error for files and commands, each with the reference's
// place; sdk::Error for errors of the device that runs a kernel.
[[nodiscard]] std::vector<std::vector<std::byte>> compute_reference(const ReferenceTask& task);

}  // namespace assay
