// Arrays that are shown by images in Python, and samplers. Internal to the writer.
#pragma once

#include <iosfwd>
#include <string>

#include "framework/standalone/program.hpp"

namespace assay::standalone::python {

// The constants that describe a program's images and samplers: none if it has none. Throws usage
// Error for images that CuPy cannot make.
void write_images(const Program& program, std::ostream& out);

// The functions that make what launches take, and copy arrays, where there are images.
[[nodiscard]] const char* image_functions(const Program& program);

// The name in `on_device` of an image, a texture, a surface or a sampler.
[[nodiscard]] std::string image_name(const Program& program, const ProgramArgument& argument);

}  // namespace assay::standalone::python
