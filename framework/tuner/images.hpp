// Arguments of a Tuner's kernels that are images, textures, surfaces and samplers.
#pragma once

#include "assay/tuner.hpp"
#include "framework/kernel_file/kernel.hpp"

namespace assay {

// Makes `argument`, which has a place and the input's arrays, what the input shows. Throws usage
// Error with the place for what the backend does not have, and for images and samplers that make no
// sense.
void show(const KernelInput& input, assay_backend backend, KernelArgument& argument);

// Throws usage Error with an argument's place if the kernel takes any of these.
void require_no_images(const KernelDescription& kernel);

}  // namespace assay
