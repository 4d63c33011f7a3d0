// Elements and values as C++ spells them. Internal to the writer.
#pragma once

#include <cstddef>
#include <string>

#include "framework/standalone/program.hpp"

namespace assay::standalone {

// The type of an element of an array; of 8-bit floats that of their bits. A complex number is two
// elements of its part.
[[nodiscard]] std::string cxx_type(assay_element element);

// The type in which a program shows the elements of an output.
[[nodiscard]] std::string shown_type(assay_element element);

// The element's type in the header of a NumPy file: "<f4".
[[nodiscard]] std::string numpy_descr(assay_element element);

[[nodiscard]] std::string cxx_real(double value);

// An argument that is one number: "std::int32_t{5}".
[[nodiscard]] std::string cxx_scalar(const ProgramArgument& argument);

// The definition of a struct, or of a vector, by that name, in lines with `indent` before them.
[[nodiscard]] std::string cxx_struct(const ProgramArgument& argument, const std::string& name,
                                     const std::string& indent);

// Whether an argument of the launch is a complex number.
[[nodiscard]] bool uses_complex(const ProgramLaunch& launch);

// The bytes of an element of an array that ends a loop.
[[nodiscard]] std::size_t flag_bytes(const ProgramArray& array);

}  // namespace assay::standalone
