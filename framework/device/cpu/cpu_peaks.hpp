#pragma once

#include "framework/core/machine.hpp"

namespace assay::device {

// Fused multiply-add and copy rates over all hardware threads this process may use, the best of
// several short repetitions: about a quarter of a second in all.
[[nodiscard]] Peaks measure_cpu_peaks();

}  // namespace assay::device
