// Peak rates measured by kernels, on any backend that runs kernels.
#pragma once

#include "framework/device/accelerator.hpp"

namespace assay::device {

// Measures multiply-add and copy rates by the device's own clock, as the best of several launches
// of some milliseconds each. Leaves no times to collect; work enqueued afterwards counts under
// label 0.
//
// `source` has two kernels. With SCALAR, VECTOR, WIDTH (elements of VECTOR) and perhaps USE_DOUBLE
// defined, `multiply_add(SCALAR* result, SCALAR half, int rounds)` does `rounds` times 8
// independent multiply-adds of VECTORs in each work item; `copy(source, target)` copies 16 bytes in
// each work item.
[[nodiscard]] Peaks measure_kernel_peaks(Accelerator& device, const assay_source& source);

}  // namespace assay::device
