// Limits of the device while a configuration of a kernel is measured.
#pragma once

#include <string>
#include <vector>

#include "assay/host.hpp"
#include "framework/core/value.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/kernel.hpp"

namespace assay {

// The name of a limit in scenarios: "graphics_clock", "memory_clock" or "power".
[[nodiscard]] const char* limit_name(const KernelLimit& limit);

// Whether a limit names the parameter. Such a parameter is no constant of the source, so that
// configurations which differ in limits alone share what was compiled, and so that its name may be
// any, such as `clock`.
[[nodiscard]] bool is_named_by_limits(const KernelDescription& kernel,
                                      const std::string& parameter);

// The limits of a configuration, by their names (limit_names), in MHz and W. Throws usage Error
// with the place for a limit that is not a number above 0.
[[nodiscard]] Bindings limits_of(const KernelDescription& kernel, const FormulaNames& names);

// Limits the host's device until the trial ends. Throws usage Error as limits_of() does, and
// sdk::Error where the device refuses a limit, with the limit's place in the message.
void limit_device(const KernelDescription& kernel, const FormulaNames& names,
                  const sdk::Host& host);

}  // namespace assay
