// The tolerances of a problem's outputs, as the plugin boundary has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "framework/kernel_file/array.hpp"

namespace assay {

// The square root of the mean square of the finite values; 0 if there are none.
[[nodiscard]] double root_mean_square(assay_element element, std::span<const std::byte> bytes);

// What an output, or a member of its structs, is expected to be: `expected`, of which `magnitude`
// is the root mean square, within a tolerance; anything if it is not compared.
[[nodiscard]] assay_expectation expectation_of(const assay_tensor& expected, bool compared,
                                               const Tolerance& tolerance, double magnitude);

// The tolerances of output number `output` for types of less precision than its own; none if the
// array's tolerance holds for all types.
[[nodiscard]] std::vector<assay_tolerance> type_tolerances_of(const ArrayDescription& array,
                                                              std::uint32_t output,
                                                              double magnitude);

}  // namespace assay
