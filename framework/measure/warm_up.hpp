#pragma once

#include <cstddef>
#include <span>

namespace assay {

// How many leading values belong to a warm-up: the length of the longest prefix that lies clearly
// above what follows (details and rejected alternatives with the definition).
[[nodiscard]] std::size_t warm_up_length(std::span<const double> values);

}  // namespace assay
