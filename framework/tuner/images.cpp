#include "framework/tuner/images.hpp"

#include <fmt/format.h>

#include "framework/core/error.hpp"

namespace assay {
namespace {

using Kind = KernelInput::Kind;

void require_backend(Kind kind, assay_backend backend, const std::string& place) {
  const bool of_cuda = kind == Kind::texture || kind == Kind::surface;
  if (of_cuda == (backend == ASSAY_CUDA)) return;
  throw usage_error("{}: {}", place,
                    of_cuda ? "OpenCL has no textures and surfaces: give image() and sampler()"
                            : "CUDA has no images and samplers: give texture() or surface()");
}

SamplerDescription sampler_of(const KernelInput& input, const std::string& place) {
  const KernelSampler& given = input.reading;
  const bool repeats =
      given.address == KernelSampler::repeat || given.address == KernelSampler::mirror;
  if (repeats && !given.normalised) {
    throw usage_error(
        "{}: a sampler repeats an image with normalised coordinates alone: set 'normalised', and "
        "divide them by the extents in the kernel",
        place);
  }
  if (input.kind == Kind::texture && given.address == KernelSampler::none) {
    throw usage_error("{}: the address 'none' is OpenCL's alone: choose 'edge'", place);
  }
  const bool plain = given.filter == KernelSampler::nearest &&
                     given.address == KernelSampler::edge && !given.normalised;
  if (input.kind == Kind::texture && input.pixels.linear && !plain) {
    throw usage_error(
        "{}: tex1Dfetch reads a linear texture by the numbers of its elements: leave out its "
        "sampler",
        place);
  }
  SamplerDescription sampler;
  sampler.filter =
      given.filter == KernelSampler::linear ? ASSAY_FILTER_LINEAR : ASSAY_FILTER_NEAREST;
  switch (given.address) {
    case KernelSampler::edge:
      sampler.address = ASSAY_ADDRESS_EDGE;
      break;
    case KernelSampler::border:
      sampler.address = ASSAY_ADDRESS_BORDER;
      break;
    case KernelSampler::repeat:
      sampler.address = ASSAY_ADDRESS_REPEAT;
      break;
    case KernelSampler::mirror:
      sampler.address = ASSAY_ADDRESS_MIRROR;
      break;
    case KernelSampler::none:
      sampler.address = ASSAY_ADDRESS_NONE;
      break;
  }
  sampler.normalised = given.normalised;
  return sampler;
}

ImageView view_of(const KernelInput& input, const std::string& place) {
  const KernelImage& given = input.pixels;
  if (given.channels == 3 || given.channels > 4) {
    throw usage_error("{}: pixels have 1, 2 or 4 channels, not {}: pad the array", place,
                      given.channels);
  }
  if (given.linear && given.layered) {
    throw usage_error("{}: 'linear' and 'layered' exclude each other: set one of them", place);
  }
  if (given.linear && input.kind == Kind::surface) {
    throw usage_error("{}: no surface is linear: pass the array itself", place);
  }
  return {given.channels, given.layered, given.linear, given.normalised};
}

KernelArgument::Kind kind_of(Kind kind) {
  switch (kind) {
    case Kind::image:
      return KernelArgument::Kind::image;
    case Kind::texture:
      return KernelArgument::Kind::texture;
    case Kind::surface:
      return KernelArgument::Kind::surface;
    case Kind::sampler:
      return KernelArgument::Kind::sampler;
    case Kind::plain:
      break;
  }
  return KernelArgument::Kind::array;
}

}  // namespace

void show(const KernelInput& input, assay_backend backend, KernelArgument& argument) {
  require_backend(input.kind, backend, argument.place);
  argument.kind = kind_of(input.kind);
  if (!input.condition.empty()) argument.when = Formula{input.condition, argument.place};
  if (input.kind == Kind::sampler) {
    argument.arrays.clear();
  } else {
    argument.view = view_of(input, argument.place);
  }
  if (input.kind == Kind::sampler || input.kind == Kind::texture) {
    argument.sampler = sampler_of(input, argument.place);
  }
}

void require_no_images(const KernelDescription& kernel) {
  for_each_launch(kernel.steps, [](const KernelLaunch& launch, const auto&, const auto&) {
    for (const KernelArgument& argument : launch.arguments) {
      if (!argument.view && !argument.sampler) continue;
      throw usage_error(
          "{}: a kernel that takes images or samplers is tuned by tune() alone: online, it gets "
          "the program's buffers as they are",
          argument.place);
    }
  });
}

}  // namespace assay
