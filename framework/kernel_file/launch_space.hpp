// Determines which configurations of a kernel in a file a device can launch.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "framework/kernel_file/description.hpp"

namespace assay {

// The kernel's own constraints, plus constraints that keep its groups and its local memory within
// the device's limits, which they refer to by the names of the device's facts.
[[nodiscard]] std::vector<Constraint> launch_constraints(const KernelDescription& kernel);

// The value of a name in a constraint that is no parameter; nothing for an unknown name.
using ConstantOf = std::function<std::optional<Value>(const std::string& name)>;

// Returns `wanted` if constraints admit it. Otherwise returns the nearest admitted configuration
// that keeps every parameter of `wanted` that is not at its default, since the user chose those.
// Returns `wanted` also if there is no such configuration, or if a constraint cannot be evaluated.
// Every parameter is bound.
[[nodiscard]] Bindings launchable(const KernelDescription& kernel, const Bindings& wanted,
                                  const ConstantOf& constant_of);

}  // namespace assay
