// Arrays that are shown by images in C++, and samplers. Internal to the writer.
#pragma once

#include <iosfwd>
#include <string>

#include "framework/standalone/program.hpp"

namespace assay::standalone::cxx {

// The members of an array, and the functions, that images need.
[[nodiscard]] const char* image_members(assay_backend backend);
[[nodiscard]] const char* image_functions(assay_backend backend);

// The statements that put an array on the device, those of its images included.
void write_upload(const ProgramArray& array, assay_backend backend, std::ostream& out);

// The functions that launches take images, textures, surfaces and samplers from.
void write_image_getters(const Program& program, std::ostream& out);

// An argument of one of these kinds.
[[nodiscard]] std::string image_argument(const Program& program, const ProgramArgument& argument);

}  // namespace assay::standalone::cxx
