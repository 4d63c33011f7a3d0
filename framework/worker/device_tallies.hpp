#pragma once

#include <optional>
#include <span>
#include <vector>

#include "framework/worker/host/copies.hpp"
#include "framework/worker/host/kept_inputs.hpp"
#include "framework/worker/tally.hpp"

namespace assay {

// Compares outputs that lie at `places` on devices with their references, without copying them to
// the host: where a GPU has large outputs, copying and comparing them takes a hundred times as long
// as computing them. References, and the tolerances of their elements, are copied to the device
// once and kept with the copies of inputs; their digests show whether a kernel wrote into one.
// Absent where an output, its reference or tolerances are not one piece of floats or of doubles
// each, where a device cannot compare, and where an element does not pass: which one, the host has
// to find.
[[nodiscard]] std::optional<std::vector<Tally>> tallies_on_devices(
    std::span<const assay_tensor> outputs, std::span<const assay_expectation> expectations,
    std::span<const assay_tensor> tolerances, const std::vector<CopiedRange>& places,
    KeptInputs& kept);

}  // namespace assay
