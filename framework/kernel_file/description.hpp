// What a scenario says of kernels in files: problems made of arrays, and the kernels that compete
// on them. Read by the scenario, sent to workers, which make problems and variants of it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/catalog.hpp"
#include "framework/core/value.hpp"

namespace assay {

// A text, and where the scenario has it ("file:line:column"), for messages.
struct PlacedText {
  std::string text;
  std::string place;
};
using Formula = PlacedText;  // an expression (core/expression.hpp)

// How an array gets its elements. Rules: "none" (an output), "constant" (first), "index" (first +
// k * second), "uniform" (first to second; integers both included), "normal" (mean first, deviation
// second), "file" (a .npy file).
struct ArrayFill {
  std::string rule = "none";
  double first = 0;
  double second = 0;
  std::uint64_t seed = 0;
  std::string file;
};

// |x - r| <= absolute + relative * |r|. `scaled` multiplies `absolute` by the root mean square of
// the reference.
struct Tolerance {
  double relative = 0;
  double absolute = 0;
  bool scaled = false;
};

struct ArrayDescription {
  std::string name;
  std::string doc;
  assay_element element = ASSAY_F32;
  std::vector<Formula> shape;  // empty: that of the file
  ArrayFill fill;
  bool output = false;  // with a fill: restored before each repetition
  Tolerance tolerance;  // of an output
  std::string place;
};

struct KernelArgument {
  enum class Kind { array, scalar, local };
  Kind kind = Kind::array;
  std::string array;                  // of an array: its name
  assay_element element = ASSAY_F32;  // of a scalar
  Formula value;                      // of a scalar; of local memory its bytes
  std::string place;
};

struct SourceFile {
  std::string name;  // relative to what all files of a kernel have in common
  std::string text;
};

// A kernel in a file: a variant.
struct KernelDescription {
  std::string name;
  std::string problem;
  assay_backend backend = ASSAY_OPENCL;
  PlacedText source;                // as the scenario names it
  std::string path;                 // of the file that was read
  std::vector<SourceFile> sources;  // the file, and those that it includes
  PlacedText function;              // "": the only one that the source has
  std::vector<KernelArgument> arguments;
  std::vector<Formula> group;   // work items of a group in each dimension
  std::vector<Formula> extent;  // groups, or (`in_items`) work items, rounded up to whole groups
  bool in_items = false;
  std::vector<std::pair<std::string, Formula>> defines;  // constants beside the parameters
  std::string options;                                   // of the compiler
  std::vector<Parameter> parameters;
  std::vector<Constraint> constraints;
  bool competes = true;  // false: only a reference
  std::string place;
  // Where the scenario has each parameter. Stays with the scenario: workers need no places of
  // those.
  std::map<std::string, std::string> parameter_places;

  [[nodiscard]] const std::string& place_of(const std::string& parameter) const {
    const auto found = parameter_places.find(parameter);
    return found == parameter_places.end() ? place : found->second;
  }
};

// Where the expected outputs come from: one of three.
struct ReferenceDescription {
  std::map<std::string, std::string> files;  // output -> .npy
  std::string command;                       // run by the shell; writes .npy files
  std::optional<KernelDescription> kernel;
  Bindings configuration;  // of the kernel, every parameter bound
  // The scenario names none: `kernel` is the first, which competes, and what passes agrees with it.
  bool assumed = false;
  std::string place;
};

// Between which values of an argument instances may be drawn that nobody listed.
struct ArgumentRange {
  std::string argument;
  double lowest = 0;
  double highest = 0;
};

// The argument of a problem that is judged by which its arrays have other elements.
inline constexpr const char* draw_argument = "draw";

// A problem made of arrays.
struct ArrayProblemDescription {
  std::string name;
  std::string doc;
  Bindings arguments;  // with their defaults
  std::vector<ArgumentRange> ranges;
  bool judged = false;  // it has draw_argument, which is added to the seeds of its arrays
  std::vector<ArrayDescription> arrays;
  std::optional<Formula> flops;
  std::optional<Formula> bytes;
  ReferenceDescription reference;
  std::string place;
};

// What one scenario brings.
struct KernelFiles {
  std::vector<ArrayProblemDescription> problems;
  std::vector<KernelDescription> kernels;
  [[nodiscard]] bool empty() const { return problems.empty() && kernels.empty(); }
};

// Names of a problem's arrays as tensors: what is filled is an input, also where it is an output as
// well.
[[nodiscard]] std::string input_name(const ArrayDescription& array);

[[nodiscard]] nlohmann::json to_json(const KernelFiles& files);
[[nodiscard]] KernelFiles kernel_files_from_json(const nlohmann::json& tree);

// Tell one content from another, whatever the places and the ranges of parameters: sources, what is
// launched with what, and for a kernel also what its problem compares with.
[[nodiscard]] std::string content_id(const ArrayProblemDescription& problem);
[[nodiscard]] std::string content_id(const KernelDescription& kernel,
                                     const ArrayProblemDescription* problem);

}  // namespace assay
