// Reads arguments that are images, textures, surfaces and samplers. Internal to the scenario.
#pragma once

#include "framework/kernel_file/kernel.hpp"
#include "framework/kernel_file/problem.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {

// Reads { image = "a" }, { texture = "a", filter = "linear" }, { surface = "a" } and
// { sampler = { address = "border" } } into `argument`; false if the table is none of these. Throws
// usage Error for what the backend does not have, and for samplers that make no sense.
bool read_image_argument(const toml::table& table, assay_backend backend, KernelArgument& argument);

// Gives images of vectors the channels of their type, and checks that the elements of arrays can be
// channels. Nothing is known of arrays of a plugin's problem (nullptr).
void resolve_images(KernelDescription& kernel, const ArrayProblemDescription* problem);

}  // namespace assay
