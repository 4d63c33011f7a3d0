// Reads which kernels a CUBIN has, an ELF file of device code, and what it says of them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "framework/core/fact.hpp"

namespace assay::device::cuda {

// The names of the kernels in a CUBIN, as its symbols spell them; nothing if the bytes are none, or
// are damaged.
[[nodiscard]] std::optional<std::vector<std::string>> kernels_of_cubin(
    std::span<const std::byte> bytes);

// What a CUBIN says of a kernel, by its symbol: its "registers" and "spill_bytes", which are those
// that the driver reports once the code is loaded (compared on an H200). Facts that it does not say
// plainly are left out; all are, of bytes that are no CUBIN and of a kernel that it does not have.
[[nodiscard]] std::vector<Fact> facts_of_cubin(std::span<const std::byte> bytes,
                                               const std::string& kernel);

// The name of a symbol as C++ spells it; the symbol itself if it is not mangled.
[[nodiscard]] std::string demangled(const std::string& symbol);

}  // namespace assay::device::cuda
