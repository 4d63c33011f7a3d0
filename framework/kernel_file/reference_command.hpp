#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "framework/kernel_file/description.hpp"
#include "framework/kernel_file/npy.hpp"

namespace assay {

// What a command may name in braces, {name}: arguments by their values, inputs and outputs by .npy
// files.
struct CommandNames {
  const Bindings& arguments;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  // Writes an input where the command finds it; called for those that it names.
  std::function<void(const std::string& input, const std::filesystem::path& file)> write;
};

// Runs the reference's command by the shell in `folder` and returns what it wrote of each output,
// in the outputs' order. {name} stands for an argument's value or an array's file; other braces
// stay as they are, and so does ${name}. Throws usage Error for an unknown name in braces, or an
// output that is not named; environment Error, with the end of what the command said, where it
// fails or leaves an output out.
[[nodiscard]] std::vector<NpyArray> run_reference_command(const ReferenceDescription& reference,
                                                          const std::filesystem::path& folder,
                                                          const CommandNames& names);

}  // namespace assay
