// What `assay tune --check --device` does: compiles for devices that need not be here.
#pragma once

#include <string>

#include "framework/scenario/scenario.hpp"
#include "tools/assay/command.hpp"

namespace assay::command {

// Compiles the kernels of a scenario for the device `id`, one of this machine or a stand-in such as
// "cuda:sm_90", and prints for each variant and instance how many configurations it has and which
// did not compile. Devices that the scenario names are ignored. Returns `failed` if some code did
// not compile. Throws environment Error for an unknown device, and if no variant runs on its kind.
[[nodiscard]] int check_compiling(const Scenario& scenario, const WorkerOptions& options,
                                  const std::string& id);

}  // namespace assay::command
