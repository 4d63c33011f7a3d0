#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "assay/plugin.h"
#include "framework/protocol/verification.hpp"
#include "framework/worker/tally.hpp"

namespace assay {

// Compares elementwise what the references have, which begins in the outputs at the origins (at 0
// where there are none): x passes against r if |x - r| <= absolute + relative |r| + tolerance, that
// of the element, if its expectation has one; an element of infinite tolerance passes. NaN passes
// only against NaN, an infinity only against the same one. Integers are compared without rounding.
// The element types of output and reference may differ. An output with an infinite `absolute`
// passes. `poison` is the byte that outputs were filled with: an element that still holds it is
// reported as never written. Throws internal Error if expectations and origins do not fit the
// outputs; `tolerances` passed check_element_tolerances(). `known`, unless it is empty, has what
// was found of each output elsewhere, whose memory is then not looked at: nothing beyond the
// tolerance.
[[nodiscard]] Verification compare(std::span<const assay_tensor> outputs,
                                   std::span<const assay_expectation> expectations,
                                   std::uint8_t poison, std::span<const assay_origin> origins = {},
                                   std::span<const assay_tensor> tolerances = {},
                                   std::span<const Tally> known = {});

// The most pieces of an output's memory: each costs a command on devices whenever outputs are
// looked at.
inline constexpr std::size_t most_pieces = 64;

// The pieces of an output's memory that hold what is compared; one without bytes if nothing is.
// Outputs with the same bits there pass alike. Where there would be many, one piece from the first
// to the last element that is compared: then some that pass alike have other bits.
[[nodiscard]] std::vector<std::span<const std::byte>> compared_memory(
    const assay_tensor& output, const assay_expectation& expectation,
    const assay_origin& origin = {});

}  // namespace assay
