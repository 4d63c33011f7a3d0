#pragma once

#include <cstddef>
#include <span>

namespace assay {

// The number of leading values that belong to a warm-up: the length of the longest prefix that lies
// clearly above the values after it (details and rejected alternatives are with the definition).
[[nodiscard]] std::size_t warm_up_length(std::span<const double> values);

}  // namespace assay
