// Elements, values and arrays as Python spells them. Internal to the writer.
#pragma once

#include <string>

#include "framework/standalone/program.hpp"

namespace assay::standalone::python {

// NumPy's type of an element. It has none for bfloat16 and 8-bit floats, whose bits are kept.
[[nodiscard]] std::string numpy_type(assay_element element);

// An argument that is passed by value: "np.int32(5)", or a struct or vector as packed bytes.
[[nodiscard]] std::string value_text(const ProgramArgument& argument, assay_backend backend);

// The expression that makes an array with its elements.
[[nodiscard]] std::string array_text(const ProgramArray& array);

}  // namespace assay::standalone::python
