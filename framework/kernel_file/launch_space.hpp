// Which configurations of a kernel in a file a device can launch.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "framework/kernel_file/description.hpp"

namespace assay {

// The kernel's own constraints, and those that keep its groups and its local memory within what
// devices allow, by the names of their facts.
[[nodiscard]] std::vector<Constraint> launch_constraints(const KernelDescription& kernel);

// The value of a name that constraints use and that is no parameter; nothing for one that is
// unknown.
using ConstantOf = std::function<std::optional<Value>(const std::string& name)>;

// `wanted`, or where constraints exclude it the configuration nearest to it that they admit and
// that agrees with it in every parameter that is not at its default there: those somebody chose.
// `wanted` itself where there is none, or where a constraint cannot be evaluated. Every parameter
// is bound.
[[nodiscard]] Bindings launchable(const KernelDescription& kernel, const Bindings& wanted,
                                  const ConstantOf& constant_of);

}  // namespace assay
