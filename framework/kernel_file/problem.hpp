// Problems of a scenario, made of arrays.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/core/fields.hpp"
#include "framework/core/value.hpp"
#include "framework/kernel_file/array.hpp"
#include "framework/kernel_file/kernel.hpp"
#include "framework/kernel_file/placed_text.hpp"

namespace assay {

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

// A command that says by its exit code whether outputs are right.
struct VerifyDescription {
  std::string command;  // run by the shell; "": outputs are compared with the reference
  double seconds = 10;  // that it may take
  std::string place;
};
void fields(auto& field, Of<VerifyDescription> auto& verify) {
  field("command", verify.command);
  field("seconds", verify.seconds);
  field("place", verify.place);
}

// The argument of a judged problem that varies the elements of its arrays.
inline constexpr const char* draw_argument = "draw";

// The facts of its instances: the bytes of all inputs and of all outputs.
inline constexpr const char* input_bytes_fact = "input_bytes";
inline constexpr const char* output_bytes_fact = "output_bytes";

// A problem made of arrays.
struct ArrayProblemDescription {
  std::string name;
  std::string doc;
  std::vector<ArgumentDescription> arguments;
  bool judged = false;  // it has draw_argument, which is added to the seeds of its arrays
  std::vector<ArrayDescription> arrays;
  std::optional<Formula> flops;
  std::optional<Formula> bytes;
  ReferenceDescription reference;  // of no kind if there is a command that verifies
  VerifyDescription verify;
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
  field("verify", problem.verify);
  field("place", problem.place);
}

}  // namespace assay
