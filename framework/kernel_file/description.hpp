// The description of kernels in files by a scenario: problems made of arrays, and the kernels that
// compete on them. Read by the scenario and sent to workers, which create the problems and
// variants.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/catalog.hpp"
#include "framework/core/fields.hpp"
#include "framework/core/value.hpp"

namespace assay {

// A text and its place in the scenario ("file:line:column"), for messages.
struct PlacedText {
  std::string text;
  std::string place;
};
void fields(auto& field, Of<PlacedText> auto& placed) {
  field("text", placed.text);
  field("place", placed.place);
}
using Formula = PlacedText;  // an expression (core/expression.hpp)

// How an array gets its elements. Rules: "none" (an output), "constant" (first), "index" (first + k
// * second), "uniform" (first to second; for integers both inclusive), "normal" (mean first,
// deviation second), "file" (a .npy file).
struct ArrayFill {
  std::string rule = "none";
  double first = 0;
  double second = 0;
  std::uint64_t seed = 0;
  std::string file;
};
void fields(auto& field, Of<ArrayFill> auto& fill) {
  field("rule", fill.rule);
  field("first", fill.first);
  field("second", fill.second);
  field("seed", fill.seed);
  field("file", fill.file);
}

// |x - r| <= absolute + relative * |r|. `scaled` multiplies `absolute` by the root mean square of
// the finite values of the reference.
struct Tolerance {
  double relative = 0;
  double absolute = 0;
  bool scaled = false;
};
void fields(auto& field, Of<Tolerance> auto& tolerance) {
  field("relative", tolerance.relative);
  field("absolute", tolerance.absolute);
  field("scaled", tolerance.scaled);
}

struct ArrayDescription {
  std::string name;
  std::string doc;
  assay_element element = ASSAY_F32;
  std::vector<Formula> shape;  // empty: the shape of the file
  ArrayFill fill;
  bool output = false;  // with a fill: restored before each repetition
  Tolerance tolerance;  // of an output
  std::string place;
};
void fields(auto& field, Of<ArrayDescription> auto& array) {
  field("name", array.name);
  field("doc", array.doc);
  field("element", array.element);
  field("shape", array.shape);
  field("fill", array.fill);
  field("output", array.output);
  field("tolerance", array.tolerance);
  field("place", array.place);
}

struct KernelArgument {
  enum class Kind { array, scalar, local };
  Kind kind = Kind::array;
  std::string array;                  // the name of an array
  assay_element element = ASSAY_F32;  // of a scalar
  Formula value;                      // of a scalar; the bytes of local memory
  std::string place;
};
void fields(auto& field, Of<KernelArgument> auto& argument) {
  field("kind", argument.kind);
  field("array", argument.array);
  field("element", argument.element);
  field("value", argument.value);
  field("place", argument.place);
}

struct SourceFile {
  std::string name;  // relative to the folder that all files of a kernel have in common
  std::string text;
};
void fields(auto& field, Of<SourceFile> auto& file) {
  field("name", file.name);
  field("text", file.text);
}

// A kernel in a file, which is a variant.
struct KernelDescription {
  std::string name;
  std::string problem;
  assay_backend backend = ASSAY_OPENCL;
  PlacedText source;                // as named in the scenario
  std::string path;                 // of the file that was read
  std::vector<SourceFile> sources;  // the file and the files that it includes
  PlacedText function;              // "": the only kernel in the source
  std::vector<KernelArgument> arguments;
  std::vector<Formula> group;   // work items of a group, in each dimension
  std::vector<Formula> extent;  // groups, or (`in_items`) work items, rounded up to whole groups
  bool in_items = false;
  std::vector<std::pair<std::string, Formula>> defines;  // constants in addition to the parameters
  std::string options;                                   // of the compiler
  std::vector<Parameter> parameters;
  std::vector<Constraint> constraints;
  bool competes = true;  // false: only a reference
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
  field("path", kernel.path);
  field("sources", kernel.sources);
  field("function", kernel.function);
  field("arguments", kernel.arguments);
  field("group", kernel.group);
  field("extent", kernel.extent);
  field("in_items", kernel.in_items);
  field("defines", kernel.defines);
  field("options", kernel.options);
  field("parameters", kernel.parameters);
  field("constraints", kernel.constraints);
  field("competes", kernel.competes);
  field("place", kernel.place);
}

// Where the expected outputs come from: files, a command or a kernel.
struct ReferenceDescription {
  std::map<std::string, std::string> files;  // output -> .npy
  std::string command;                       // run by the shell; writes .npy files
  std::optional<KernelDescription> kernel;
  Bindings configuration;  // of the kernel, every parameter bound
  // Whether the scenario names no reference: `kernel` is then the problem's first, which competes
  // itself, so that results that pass only agree with it.
  bool assumed = false;
  std::string place;
};
void fields(auto& field, Of<ReferenceDescription> auto& reference) {
  field("files", reference.files);
  field("command", reference.command);
  field("kernel", reference.kernel);
  field("configuration", reference.configuration);
  field("assumed", reference.assumed);
  field("place", reference.place);
}

// The argument of a judged problem that varies the elements of its arrays.
inline constexpr const char* draw_argument = "draw";

// A problem made of arrays.
struct ArrayProblemDescription {
  std::string name;
  std::string doc;
  std::vector<ArgumentDescription> arguments;
  bool judged = false;  // it has draw_argument, which is added to the seeds of its arrays
  std::vector<ArrayDescription> arrays;
  std::optional<Formula> flops;
  std::optional<Formula> bytes;
  ReferenceDescription reference;
  std::string place;
};
void fields(auto& field, Of<ArrayProblemDescription> auto& problem) {
  field("name", problem.name);
  field("doc", problem.doc);
  field("arguments", problem.arguments);
  field("judged", problem.judged);
  field("arrays", problem.arrays);
  field("flops", problem.flops);
  field("bytes", problem.bytes);
  field("reference", problem.reference);
  field("place", problem.place);
}

// The problems and kernels that a scenario defines.
struct KernelFiles {
  std::vector<ArrayProblemDescription> problems;
  std::vector<KernelDescription> kernels;
  [[nodiscard]] bool empty() const { return problems.empty() && kernels.empty(); }
};
void fields(auto& field, Of<KernelFiles> auto& files) {
  field("problems", files.problems);
  field("kernels", files.kernels);
}

// The tensor name of an array as an input: an array that is filled is an input, even if it is an
// output as well.
[[nodiscard]] std::string input_name(const ArrayDescription& array);

[[nodiscard]] nlohmann::json to_json(const KernelFiles& files);
[[nodiscard]] KernelFiles kernel_files_from_json(const nlohmann::json& tree);

// Hashes that tell contents apart, regardless of places and of the ranges of parameters: they cover
// the sources and everything about a launch, and for a kernel also what its problem compares
// outputs with.
[[nodiscard]] std::string content_id(const ArrayProblemDescription& problem);
[[nodiscard]] std::string content_id(const KernelDescription& kernel,
                                     const ArrayProblemDescription* problem);

}  // namespace assay
