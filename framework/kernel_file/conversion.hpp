// Elements of one floating-point type as elements of another.
#pragma once

#include <cstddef>
#include <span>

#include "assay/plugin.h"
#include "framework/core/usable_cpus.hpp"

namespace assay {

// Whether every element of `narrow` is one of `wide`, too, so that widening rounds nothing: both
// are real, or both complex.
[[nodiscard]] bool holds_all(assay_element wide, assay_element narrow);

// The type with fewer significant bits, of complex types the parts'; `one` where both have as many.
// Whole numbers have no such type: the other one counts.
[[nodiscard]] assay_element less_precise(assay_element one, assay_element other);

// Writes the elements of `from` to `to`, which has room for as many, each as the nearest number of
// the other type, the even one of two. Both types are real, or both complex. Many elements are
// divided among `threads` threads, which have ended when this returns.
void convert_elements(assay_element from_type, std::span<const std::byte> from,
                      assay_element to_type, std::span<std::byte> to,
                      std::size_t threads = usable_cpus().size());

}  // namespace assay
