#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "assay/plugin.h"
#include "framework/protocol/verification.hpp"

namespace assay {

// Compares elementwise, as far as the reference reaches: x passes against r if |x - r| <= absolute
// + relative |r|. NaN passes only against NaN, an infinity only against the same one. Integers are
// compared without rounding. The element types of output and reference may differ. An output with
// an infinite `absolute` passes. `poison` is the byte that outputs were filled with: an element
// that still holds it is reported as never written. Throws internal Error if the expectations do
// not fit the outputs.
[[nodiscard]] Verification compare(std::span<const assay_tensor> outputs,
                                   std::span<const assay_expectation> expectations,
                                   std::uint8_t poison);

// The memory of an output from its first to its last element that is compared; none if it is not
// compared. Outputs with the same bits there pass alike.
[[nodiscard]] std::span<const std::byte> compared_memory(const assay_tensor& output,
                                                         const assay_expectation& expectation);

}  // namespace assay
