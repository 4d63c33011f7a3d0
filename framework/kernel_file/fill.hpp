#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "framework/core/usable_cpus.hpp"
#include "framework/kernel_file/description.hpp"

namespace assay {

// Fills memory of whole elements by a rule of its own: not "none", "file" or "interleaved". Random
// elements depend only on seed and position, and are equal on every machine. Many are divided among
// `threads` threads, which have ended when this returns or throws. Throws usage Error, which names
// the first such element, if an integer type cannot hold a value of the rule.
void fill_elements(std::span<std::byte> memory, assay_element element, const ArrayFill& fill,
                   std::size_t threads = usable_cpus().size());

// Fills memory of zeros with the elements of an array, by its rule or those of its members; `draw`
// is added to the seeds. `element` is the type that the array has here, which may follow a
// parameter; members have their own. Throws usage Error with the array's place.
void fill_array(std::span<std::byte> memory, const ArrayDescription& array, assay_element element,
                std::uint64_t draw = 0);

// Copies elements of `element_bytes` from `source` to the positions `first`, `first + stride`,
// `first + 2 * stride` and so on of `memory`, which has room for all of them.
void place_elements(std::span<std::byte> memory, std::size_t element_bytes, std::size_t first,
                    std::size_t stride, std::span<const std::byte> source);

}  // namespace assay
