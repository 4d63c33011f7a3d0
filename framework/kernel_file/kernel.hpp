// Kernels of a scenario: their sources, what is launched with which arguments, and their
// parameters.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/catalog.hpp"
#include "framework/core/fields.hpp"
#include "framework/kernel_file/array.hpp"
#include "framework/kernel_file/placed_text.hpp"

namespace assay {

// Part of an argument that is passed by value: a number, or the numbers of a vector.
struct ValuePart {
  assay_element element = ASSAY_F32;
  std::vector<Formula> numbers;  // one, or as many as the vector is wide
  // The parameter whose value is the name of the number's type; "" if the type is `element`.
  PlacedText type = {};
};
void fields(auto& field, Of<ValuePart> auto& part) {
  field("element", part.element);
  field("numbers", part.numbers);
  field.optional("type", part.type);
}

// How an image shows an array: its extents, in their order, are layers, planes, rows, pixels of a
// row and elements of a pixel, as far as the image has them.
struct ImageView {
  std::size_t channels = 0;  // elements of a pixel: the last extent; 0: one, and no such extent
  bool layered = false;      // whether the first extent counts layers
  bool linear = false;       // one row in a buffer
  bool normalised = false;   // whether kernels read whole numbers as 0 to 1
  bool operator==(const ImageView&) const = default;
};
void fields(auto& field, Of<ImageView> auto& view) {
  field("channels", view.channels);
  field("layered", view.layered);
  field("linear", view.linear);
  field("normalised", view.normalised);
}

struct SamplerDescription {
  assay_filter filter = ASSAY_FILTER_NEAREST;
  assay_address address = ASSAY_ADDRESS_EDGE;
  bool normalised = false;  // whether coordinates run from 0 to 1
};
void fields(auto& field, Of<SamplerDescription> auto& sampler) {
  field("filter", sampler.filter);
  field("address", sampler.address);
  field("normalised", sampler.normalised);
}

struct KernelArgument {
  // An image is OpenCL's; textures and surfaces are CUDA's, and a texture has its own sampler.
  enum class Kind { array, value, local, image, sampler, texture, surface };
  Kind kind = Kind::array;
  // Names of arrays. If there are several, a launch takes the one with number `value`, counted from
  // 0 and beginning again after the last.
  std::vector<std::string> arrays;
  std::vector<ValuePart> parts;  // of a value: one, or the members of a struct
  bool is_struct = false;
  Formula value;                       // the bytes of local memory; the number of the array
  std::optional<ImageView> view = {};  // of images, textures and surfaces
  std::optional<SamplerDescription> sampler = {};  // of samplers and textures
  // Where this is false, an image is passed as the array itself, and a sampler is left out.
  std::optional<Formula> when = {};
  std::string place;
};
void fields(auto& field, Of<KernelArgument> auto& argument) {
  field("kind", argument.kind);
  field("arrays", argument.arrays);
  field("parts", argument.parts);
  field("is_struct", argument.is_struct);
  field("value", argument.value);
  field.optional("view", argument.view);
  field.optional("sampler", argument.sampler);
  field.optional("when", argument.when);
  field("place", argument.place);
}

// A call of one function of the source.
struct KernelLaunch {
  PlacedText function;  // "": the only kernel in the source
  // Whether the source's language gives the function another name, so that it is found by an
  // expression: "scale<float, tile>" (C++).
  bool by_expression = false;
  std::vector<KernelArgument> arguments;
  std::vector<Formula> group;   // work items of a group, in each dimension
  std::vector<Formula> extent;  // groups, or (`in_items`) work items, rounded up to whole groups
  bool in_items = false;
  // Constants of this launch alone. They replace those of the kernel with their names, parameters
  // included.
  std::vector<std::pair<std::string, Formula>> defines;
  std::string place;
};
void fields(auto& field, Of<KernelLaunch> auto& launch) {
  field("function", launch.function);
  field("by_expression", launch.by_expression);
  field("arguments", launch.arguments);
  field("group", launch.group);
  field("extent", launch.extent);
  field("in_items", launch.in_items);
  field.optional("defines", launch.defines);
  field("place", launch.place);
}

// A launch, or a loop over further steps.
struct KernelStep {
  std::optional<Formula> when;  // the step is left out where this is false
  std::optional<KernelLaunch> launch;
  std::optional<Formula> repeat;  // how often the loop runs, at most
  std::string index;              // the name of the loop's number, from 0, in formulas; may be ""
  std::string until;              // the array whose first element ends the loop if it is not 0
  std::vector<KernelStep> steps;  // of the loop
  std::string place;
};
void fields(auto& field, Of<KernelStep> auto& step) {
  field("when", step.when);
  field("launch", step.launch);
  field("repeat", step.repeat);
  field("index", step.index);
  field("until", step.until);
  field("steps", step.steps);
  field("place", step.place);
}

struct SourceFile {
  std::string name;  // relative to the folder that all files of a kernel have in common
  std::string text;
};
void fields(auto& field, Of<SourceFile> auto& file) {
  field("name", file.name);
  field("text", file.text);
}

// A variable of the source, __constant__ or __device__ (CUDA), that gets the elements of an array.
struct KernelVariable {
  std::string name;
  PlacedText array;
};
void fields(auto& field, Of<KernelVariable> auto& variable) {
  field("name", variable.name);
  field("array", variable.array);
}

// A limit of the device's clocks or its power, in MHz or W.
struct KernelLimit {
  assay_limit what = ASSAY_LIMIT_GRAPHICS_CLOCK;
  Formula value;

  bool operator==(const KernelLimit&) const = default;
};
void fields(auto& field, Of<KernelLimit> auto& limit) {
  field("what", limit.what);
  field("value", limit.value);
}

// The element type that the kernel takes an array in, where it is not the problem's: a type's name,
// or that of a parameter whose values are names of types.
struct ArrayType {
  std::string array;
  PlacedText type;

  bool operator==(const ArrayType&) const = default;
};
void fields(auto& field, Of<ArrayType> auto& type) {
  field("array", type.array);
  field("type", type.type);
}

// The phase that a trial's launches are timed as.
inline constexpr const char* kernel_phase = "kernel";

// The language of code that runs on the host.
enum class HostLanguage { none, c, cxx, fortran, cuda };

// A kernel in a file, which is a variant.
struct KernelDescription {
  std::string name;
  std::string problem;
  assay_backend backend = ASSAY_OPENCL;
  PlacedText source;                        // as named in the scenario
  std::vector<PlacedText> more_sources;     // compiled together with it, in this order
  std::vector<PlacedText> linked;           // further files, each compiled by itself
  std::vector<PlacedText> include_folders;  // beside the folder of each file
  PlacedText generator;                     // the command that prints the source; {NAME}: a value
  std::string path;                         // of the file that was read
  std::vector<SourceFile> sources;          // the file, `linked`, and those that they include
  std::string image;  // instead of sources: PTX or a CUBIN, in hexadecimal digits
  HostLanguage language = HostLanguage::none;  // of host code (ASSAY_CPU)
  std::string compiler;                        // "": the usual one of host code; of CUDA, NVRTC
  std::optional<Formula> threads;              // OpenMP's, of host code
  std::vector<KernelLimit> limits;             // of the device, in the order of setting them
  std::vector<KernelStep> steps;
  std::vector<ArrayType> types;           // of arrays of the problem
  std::vector<ArrayDescription> scratch;  // arrays of the kernel's own; shapes may name parameters
  std::vector<KernelVariable> variables;
  std::vector<std::pair<std::string, Formula>> defines;  // constants in addition to the parameters
  PlacedText options;  // of the compiler; {NAME} stands for a value
  std::vector<Parameter> parameters;
  std::vector<Constraint> constraints;
  std::vector<Formula> compiled_constraints;  // on what the compiler says of each function
  bool competes = true;                       // false: only a reference
  std::string place;
  // The place of each parameter in the scenario. Not sent to workers, which do not need it.
  std::map<std::string, std::string> parameter_places;

  [[nodiscard]] const std::string& place_of(const std::string& parameter) const {
    const auto found = parameter_places.find(parameter);
    return found == parameter_places.end() ? place : found->second;
  }
};
void fields(auto& field, Of<KernelDescription> auto& kernel) {
  field("name", kernel.name);
  field("problem", kernel.problem);
  field("backend", kernel.backend);
  field("source", kernel.source);
  field("more_sources", kernel.more_sources);
  field("linked", kernel.linked);
  field("include_folders", kernel.include_folders);
  field("generator", kernel.generator);
  field("path", kernel.path);
  field("sources", kernel.sources);
  field("image", kernel.image);
  field("language", kernel.language);
  field("compiler", kernel.compiler);
  field("threads", kernel.threads);
  field.optional("limits", kernel.limits);
  field("steps", kernel.steps);
  field.optional("types", kernel.types);
  field("scratch", kernel.scratch);
  field("variables", kernel.variables);
  field("defines", kernel.defines);
  field("options", kernel.options);
  field("parameters", kernel.parameters);
  field("constraints", kernel.constraints);
  field("compiled_constraints", kernel.compiled_constraints);
  field("competes", kernel.competes);
  field("place", kernel.place);
}

// Calls visit(launch, step, loops) for every launch, in order; `loops` are the steps around it, the
// outermost first, and `step` is the launch's own.
template <class Steps, class Visit>
void for_each_launch(Steps& steps, const Visit& visit,
                     const std::vector<const KernelStep*>& loops = {}) {
  for (auto& step : steps) {
    if (step.launch) {
      visit(*step.launch, step, loops);
      continue;
    }
    auto inner = loops;
    inner.push_back(&step);
    for_each_launch(step.steps, visit, inner);
  }
}

// Whether a launch compiles with constants of its own.
[[nodiscard]] inline bool has_own_constants(const KernelDescription& kernel) {
  bool any = false;
  for_each_launch(kernel.steps, [&](const KernelLaunch& launch, const auto&, const auto&) {
    any = any || !launch.defines.empty();
  });
  return any;
}

// The name of a function without a namespace and template arguments: "scale" of
// "ns::scale<float, 4>".
[[nodiscard]] inline std::string base_name(const std::string& function) {
  const std::string plain = function.substr(0, function.find('<'));
  const auto colon = plain.rfind(':');
  return colon == std::string::npos ? plain : plain.substr(colon + 1);
}

// The functions that are launched, each once, in the order of their first launches.
[[nodiscard]] inline std::vector<std::string> functions_of(const KernelDescription& kernel) {
  std::vector<std::string> functions;
  for_each_launch(kernel.steps, [&](const KernelLaunch& launch, const auto&, const auto&) {
    const std::string& name = launch.function.text;
    if (std::ranges::find(functions, name) == functions.end()) functions.push_back(name);
  });
  return functions;
}

}  // namespace assay
