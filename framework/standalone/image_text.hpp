// Images and samplers as OpenCL and CUDA call them, in any language. Internal to the writers.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "framework/standalone/program.hpp"

namespace assay::standalone {

// Whether any array is shown by an image, or a launch takes a sampler.
[[nodiscard]] bool has_images(const Program& program);

// Whether the array's pixels are not in its memory, but in an image or a CUDA array.
[[nodiscard]] bool is_in_image(const ProgramArray& array);

// Pixels of a row, rows, and planes or layers, as far as the image has them.
[[nodiscard]] std::vector<std::size_t> image_size(const assay_image& image);

// "linear, border, normalised".
[[nodiscard]] std::string sampler_text(const assay_sampler& sampler);

// The end of the names that OpenCL has for kinds of images, the order of channels, their type, and
// for the addressing mode and the filter of a sampler: "IMAGE2D_ARRAY", "RGBA", "UNORM_INT8",
// "CLAMP", "LINEAR".
[[nodiscard]] std::string opencl_object(const assay_image& image);
[[nodiscard]] std::string opencl_order(const assay_image& image);
[[nodiscard]] std::string opencl_type(const assay_image& image);
[[nodiscard]] std::string opencl_address(const assay_sampler& sampler);
[[nodiscard]] std::string opencl_filter(const assay_sampler& sampler);

// The end of the names that CUDA's driver has for a sampler's addressing mode and filter: "BORDER",
// "POINT".
[[nodiscard]] std::string cuda_address(const assay_sampler& sampler);
[[nodiscard]] std::string cuda_filter(const assay_sampler& sampler);

}  // namespace assay::standalone
