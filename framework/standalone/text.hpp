// Texts and numbers as the languages of programs spell them. Internal to the writers.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "framework/standalone/program.hpp"

namespace assay::standalone {

// The text as a literal of Python or C++ in quotes. Control characters become \ooo, which both read
// in the same way, and so does what is no ASCII if `ascii` is set.
[[nodiscard]] std::string quoted(const std::string& text, bool ascii = false);

// The text made safe for a comment that ends with its line.
[[nodiscard]] std::string one_comment(const std::string& text);

// The parts of an element: two of a complex number, else the one that it is.
[[nodiscard]] std::size_t parts_in(assay_element element);

// A number of the type, exact, as a decimal: "5", "0.5", "inf", "nan". Booleans are 0 and 1.
// Types that neither language has, bfloat16 and 8-bit floats, give their bits: "0x3f80".
[[nodiscard]] std::string decimal(std::span<const std::byte> bytes, assay_element element);

// Whether the type is one that decimal() gives the bits of.
[[nodiscard]] bool is_bits(assay_element element);

// A double, as both languages read it if it is finite: "0.5", "1.0".
[[nodiscard]] std::string real_text(double value);

// Sizes with commas between them: "64, 2".
[[nodiscard]] std::string sizes_of(const std::vector<std::size_t>& sizes);

// The extents of a launch as the backend takes them: work items (OpenCL) or groups (CUDA).
[[nodiscard]] std::vector<std::size_t> extents_of(const Program& program,
                                                  const ProgramLaunch& launch);

// The dynamic shared memory of a launch, in bytes (CUDA).
[[nodiscard]] std::size_t shared_bytes(const ProgramLaunch& launch);

}  // namespace assay::standalone
