// Reads which kernels a CUBIN has, an ELF file of device code.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay {

// The names of the kernels in a CUBIN, as its symbols spell them; nothing if the bytes are none, or
// are damaged.
[[nodiscard]] std::optional<std::vector<std::string>> kernels_of_cubin(
    std::span<const std::byte> bytes);

// The name of a symbol as C++ spells it; the symbol itself if it is not mangled.
[[nodiscard]] std::string demangled(const std::string& symbol);

}  // namespace assay
