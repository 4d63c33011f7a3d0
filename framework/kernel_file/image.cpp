#include "framework/kernel_file/image.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "assay/element.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/formula.hpp"

namespace assay {

std::string why_no_channels(assay_element element, bool normalised) {
  constexpr std::array channels = {ASSAY_I8,  ASSAY_U8,  ASSAY_I16, ASSAY_U16,
                                   ASSAY_I32, ASSAY_U32, ASSAY_F16, ASSAY_F32};
  if (std::ranges::find(channels, element) == channels.end()) {
    return fmt::format(
        "are of type {}, which images do not have: float, half, and whole numbers of 8, 16 and 32 "
        "bits (of 64 bits: vectors of two of them)",
        name_of(element));
  }
  if (!normalised || (is_whole(element) && sdk::element_size(element) <= 2)) return "";
  return fmt::format("are of type {}: only whole numbers of 8 and 16 bits are read as normalised",
                     name_of(element));
}

ShownImage::ShownImage(const KernelArgument& argument, const std::string& array,
                       assay_element element, std::span<const std::int64_t> shape)
    : name_(fmt::format("{}: the image of '{}'", argument.place, array)) {
  const auto refuse = [&](const std::string& why) {
    return error_at(argument.place, fmt::format("the image of '{}' {}", array, why));
  };
  const ImageView& view = *argument.view;
  if (const std::string why = why_no_channels(element, view.normalised); !why.empty()) {
    throw error_at(argument.place, fmt::format("the elements of '{}' {}", array, why));
  }
  auto extents = shape;
  if (view.channels > 0) {
    if (extents.empty() || static_cast<std::size_t>(extents.back()) != view.channels) {
      throw refuse(fmt::format("has {} channels, so the last extent of [{}] must be {}",
                               view.channels, fmt::join(shape, ", "), view.channels));
    }
    extents = extents.first(extents.size() - 1);
  }
  if (view.layered && !extents.empty()) {
    image_.layers = static_cast<std::size_t>(extents.front());
    extents = extents.subspan(1);
  }
  const std::size_t most = view.linear ? 1 : view.layered ? 2 : 3;
  if (extents.empty() || extents.size() > most) {
    throw refuse(
        fmt::format("has the extents [{}], which leave {} for its dimensions{}: give the array {}",
                    fmt::join(shape, ", "), extents.size(),
                    view.linear    ? " (it is linear)"
                    : view.layered ? " (it has layers)"
                                   : "",
                    most == 1 ? "one" : fmt::format("one to {} of those", most)));
  }
  image_.size = sizeof image_;
  image_.name = name_.c_str();
  image_.element = element;
  image_.channels = static_cast<std::uint32_t>(std::max<std::size_t>(view.channels, 1));
  image_.dimensions = static_cast<std::uint32_t>(extents.size());
  std::ranges::fill(image_.extent, std::size_t{1});
  // The last extent is that of a row.
  std::ranges::transform(extents.rbegin(), extents.rend(), std::begin(image_.extent),
                         [](std::int64_t extent) { return static_cast<std::size_t>(extent); });
  image_.linear = view.linear ? 1 : 0;
  image_.normalised = view.normalised ? 1 : 0;
  image_.surface = argument.kind == KernelArgument::Kind::surface ? 1 : 0;
}

assay_sampler sampler_of(const SamplerDescription& description) {
  return {sizeof(assay_sampler), description.filter, description.address,
          description.normalised ? 1U : 0U};
}

}  // namespace assay
