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
#include "framework/core/value.hpp"

namespace assay {

// A text and its place in the scenario ("file:line:column"), for messages.
struct PlacedText {
  std::string text;
  std::string place;
};
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

// |x - r| <= absolute + relative * |r|. `scaled` multiplies `absolute` by the root mean square of
// the finite values of the reference.
struct Tolerance {
  double relative = 0;
  double absolute = 0;
  bool scaled = false;
};

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

struct KernelArgument {
  enum class Kind { array, scalar, local };
  Kind kind = Kind::array;
  std::string array;                  // the name of an array
  assay_element element = ASSAY_F32;  // of a scalar
  Formula value;                      // of a scalar; the bytes of local memory
  std::string place;
};

struct SourceFile {
  std::string name;  // relative to the folder that all files of a kernel have in common
  std::string text;
};

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

// The range from which values of an argument are drawn for instances that are not listed.
struct ArgumentRange {
  std::string argument;
  double lowest = 0;
  double highest = 0;
};

// The argument of a judged problem that varies the elements of its arrays.
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

// The problems and kernels that a scenario defines.
struct KernelFiles {
  std::vector<ArrayProblemDescription> problems;
  std::vector<KernelDescription> kernels;
  [[nodiscard]] bool empty() const { return problems.empty() && kernels.empty(); }
};

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
