// The expected outputs of a problem made of arrays: from files, a command, or a kernel.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "assay/host.hpp"
#include "framework/kernel_file/description.hpp"

namespace assay {

// What a reference is computed from, all of it borrowed.
struct ReferenceTask {
  const ArrayProblemDescription& problem;
  const sdk::Host& host;  // of the instance
  const Bindings& arguments;
  std::span<const assay_tensor> inputs;
  std::span<const assay_tensor> outputs;  // without data
};

// The elements of each output, in the outputs' order and types. Throws usage Error for what is
// wrong with the scenario, environment Error for files and commands, each with the reference's
// place; sdk::Error for what the device says of a kernel.
[[nodiscard]] std::vector<std::vector<std::byte>> compute_reference(const ReferenceTask& task);

}  // namespace assay
