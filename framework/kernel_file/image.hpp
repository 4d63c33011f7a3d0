// Arrays that kernels take as images.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "assay/plugin.h"
#include "framework/kernel_file/kernel.hpp"

namespace assay {

// Why elements of a type cannot be the channels of an image, with the cure; "" if they can.
// Completes "the elements of 'a' ...".
[[nodiscard]] std::string why_no_channels(assay_element element, bool normalised);

// The image by which an argument shows an array of an element type and a shape.
class ShownImage {
 public:
  // Throws usage Error with the argument's place if there is no such image.
  ShownImage(const KernelArgument& argument, const std::string& array, assay_element element,
             std::span<const std::int64_t> shape);
  ShownImage(const ShownImage&) = delete;
  ShownImage& operator=(const ShownImage&) = delete;

  // Its name is the argument's place and the array. Borrowed.
  [[nodiscard]] const assay_image& description() const { return image_; }

 private:
  std::string name_;
  assay_image image_ = {};
};

[[nodiscard]] assay_sampler sampler_of(const SamplerDescription& description);

}  // namespace assay
