#include "framework/scenario/images.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/image.hpp"
#include "framework/scenario/placed_text.hpp"

namespace assay {
namespace {

using Kind = KernelArgument::Kind;

// A key that makes an argument an image, and whose it is.
struct ImageKey {
  std::string_view key;
  Kind kind;
  assay_backend backend;
};
constexpr std::array<ImageKey, 4> image_keys = {{{"image", Kind::image, ASSAY_OPENCL},
                                                 {"sampler", Kind::sampler, ASSAY_OPENCL},
                                                 {"texture", Kind::texture, ASSAY_CUDA},
                                                 {"surface", Kind::surface, ASSAY_CUDA}}};

void require_backend_of(const ImageKey& key, assay_backend backend, const std::string& place) {
  if (backend == key.backend) return;
  if (backend == ASSAY_CPU) {
    throw usage_error("{}: code of the host has no images: let it take the array", place);
  }
  throw usage_error(
      "{}: '{}' belongs to {}: {}", place, key.key, key.backend == ASSAY_CUDA ? "CUDA" : "OpenCL",
      backend == ASSAY_CUDA
          ? "CUDA has { texture = \"a\", filter = \"linear\" } and { surface = \"a\" }"
          : "OpenCL has { image = \"a\" } and { sampler = { filter = \"linear\" } }");
}

// Reads a key that is one of several words.
template <class T, std::size_t N>
void read_word(const TomlTable& reader, std::string_view key,
               const std::array<std::pair<std::string_view, T>, N>& words, T& target) {
  std::string word;
  reader.read(key, word);
  if (word.empty() && !reader.has(key)) return;
  for (const auto& [name, value] : words) {
    if (name == word) {
      target = value;
      return;
    }
  }
  std::vector<std::string_view> known;
  for (const auto& each : words) known.push_back(each.first);
  throw reader.error_at(key,
                        fmt::format("must be one of {}, not '{}'{}", fmt::join(known, ", "), word,
                                    word == "clamp" ? ": OpenCL's CLAMP is border, that of "
                                                      "CUDA and CLAMP_TO_EDGE are edge"
                                                    : ""));
}

SamplerDescription read_sampler(const TomlTable& reader) {
  static constexpr std::array<std::pair<std::string_view, assay_filter>, 2> filters = {
      {{"nearest", ASSAY_FILTER_NEAREST}, {"linear", ASSAY_FILTER_LINEAR}}};
  static constexpr std::array<std::pair<std::string_view, assay_address>, 5> addresses = {
      {{"edge", ASSAY_ADDRESS_EDGE},
       {"border", ASSAY_ADDRESS_BORDER},
       {"repeat", ASSAY_ADDRESS_REPEAT},
       {"mirror", ASSAY_ADDRESS_MIRROR},
       {"none", ASSAY_ADDRESS_NONE}}};
  static constexpr std::array<std::pair<std::string_view, bool>, 2> coordinates = {
      {{"pixels", false}, {"normalised", true}}};
  SamplerDescription sampler;
  read_word(reader, "filter", filters, sampler.filter);
  read_word(reader, "address", addresses, sampler.address);
  read_word(reader, "coordinates", coordinates, sampler.normalised);
  const bool repeats =
      sampler.address == ASSAY_ADDRESS_REPEAT || sampler.address == ASSAY_ADDRESS_MIRROR;
  if (repeats && !sampler.normalised) {
    throw reader.error_at("address",
                          "works with normalised coordinates alone: add coordinates = "
                          "\"normalised\", and divide them by the extents in the kernel");
  }
  return sampler;
}

ImageView read_view(const TomlTable& reader) {
  static constexpr std::array<std::pair<std::string_view, bool>, 2> values = {
      {{"elements", false}, {"normalised", true}}};
  ImageView view;
  reader.read_integer("channels", view.channels, 1, 4);
  if (view.channels == 3) {
    throw reader.error_at("channels", "is 3: images have 1, 2 or 4, so pad the array");
  }
  reader.read("layered", view.layered);
  reader.read("linear", view.linear);
  read_word(reader, "values", values, view.normalised);
  if (view.linear && view.layered) {
    throw reader.error_at("linear", "and 'layered' exclude each other: give one of them");
  }
  return view;
}

// Reads the arrays that an image shows: one, or several that take turns.
void read_arrays(const TomlTable& reader, std::string_view key, KernelArgument& argument) {
  for (const Value& name : reader.values(key)) argument.arrays.push_back(to_string(name));
  const auto* at = reader.raw().get("at");
  if (argument.arrays.empty() || (argument.arrays.size() > 1) != (at != nullptr)) {
    throw reader.error_at(key,
                          "must be the name of an array, or of several with 'at', the number of "
                          "the one to take");
  }
  if (at != nullptr) argument.value = placed_text(*at, "at");
}

void read_texture(const TomlTable& reader, KernelArgument& argument) {
  argument.view = read_view(reader);
  argument.sampler = read_sampler(reader);
  if (argument.sampler->address == ASSAY_ADDRESS_NONE) {
    throw reader.error_at("address", "is none, which is OpenCL's alone: choose edge");
  }
  if (!argument.view->linear) return;
  for (const char* key : {"filter", "address", "coordinates"}) {
    if (!reader.has(key)) continue;
    throw reader.error_at(key,
                          "is of no use where 'linear' is true: tex1Dfetch reads elements by "
                          "their numbers");
  }
}

TomlTable reader_of(const toml::table& table, Kind kind) {
  const char* const path = "kernel.arguments";
  switch (kind) {
    case Kind::image:
      return {table, path, {"image", "at", "channels", "layered", "linear", "values", "when"}};
    case Kind::texture:
      return {table,
              path,
              {"texture", "at", "channels", "layered", "linear", "values", "filter", "address",
               "coordinates", "when"}};
    case Kind::surface:
      return {table, path, {"surface", "at", "channels", "layered", "when"}};
    default:
      return {table, path, {"sampler", "when"}};
  }
}

const ArrayDescription* find_array(const KernelDescription& kernel,
                                   const ArrayProblemDescription& problem,
                                   const std::string& name) {
  for (const auto* arrays : {&kernel.scratch, &problem.arrays}) {
    const auto found = std::ranges::find(*arrays, name, &ArrayDescription::name);
    if (found != arrays->end()) return &*found;
  }
  return nullptr;
}

void require_channels(const KernelArgument& argument, const ArrayDescription& array) {
  const ImageView& view = *argument.view;
  std::string why = array.members.empty() ? why_no_channels(array.element, view.normalised)
                                          : "are structs, which no image shows";
  const std::size_t width = array.width == 1 ? view.channels : array.width;
  if (why.empty() && width > 4) {
    why = fmt::format("are vectors of {}: pixels have 1, 2 or 4 channels", array.width);
  }
  if (why.empty() && view.channels != width) {
    why = fmt::format("are vectors of {}, not of {}: their width is that of a pixel", array.width,
                      view.channels);
  }
  const bool filtered = argument.kind == Kind::texture &&
                        argument.sampler->filter == ASSAY_FILTER_LINEAR && !view.normalised;
  if (why.empty() && filtered && is_whole(array.element)) {
    why = "are whole numbers, between which nothing is interpolated: add values = \"normalised\"";
  }
  if (why.empty()) return;
  throw error_at(argument.place, fmt::format("the elements of '{}' {}", array.name, why));
}

void resolve(KernelArgument& argument, const KernelDescription& kernel,
             const ArrayProblemDescription& problem) {
  for (const std::string& name : argument.arrays) {
    const ArrayDescription* array = find_array(kernel, problem, name);
    if (array == nullptr) continue;
    if (argument.view->channels == 0 && array->width > 1) argument.view->channels = array->width;
    require_channels(argument, *array);
  }
}

}  // namespace

bool read_image_argument(const toml::table& table, assay_backend backend,
                         KernelArgument& argument) {
  const auto found = std::ranges::find_if(
      image_keys, [&](const ImageKey& each) { return table.contains(each.key); });
  if (found == image_keys.end()) return false;
  require_backend_of(*found, backend, argument.place);
  const TomlTable reader = reader_of(table, found->kind);
  argument.kind = found->kind;
  if (const auto* when = reader.raw().get("when")) argument.when = placed_text(*when, "when");
  if (found->kind == Kind::sampler) {
    const auto* own = reader.table("sampler");
    argument.sampler = read_sampler(
        TomlTable(*own, "kernel.arguments.sampler", {"filter", "address", "coordinates"}));
    return true;
  }
  read_arrays(reader, found->key, argument);
  if (found->kind == Kind::texture) {
    read_texture(reader, argument);
  } else {
    argument.view = read_view(reader);
  }
  return true;
}

void resolve_images(KernelDescription& kernel, const ArrayProblemDescription* problem) {
  if (problem == nullptr) return;
  for_each_launch(kernel.steps, [&](KernelLaunch& launch, const auto&, const auto&) {
    for (KernelArgument& argument : launch.arguments) {
      if (argument.view) resolve(argument, kernel, *problem);
    }
  });
}

}  // namespace assay
