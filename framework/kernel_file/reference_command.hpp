#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "framework/core/scratch_folder.hpp"
#include "framework/kernel_file/description.hpp"
#include "framework/kernel_file/npy.hpp"

namespace assay {

// The names that a command may use in braces, {name}: arguments stand for their values, inputs and
// outputs for .npy files.
struct CommandNames {
  const Bindings& arguments;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  // Writes an input to a file for the command; called for the inputs that the command names.
  std::function<void(const std::string& input, const std::filesystem::path& file)> write;
};

// The command of a scenario at `place`, with names in braces replaced: {name} stands for an
// argument's value or for an array's file in `scratch`, which is written if it is an input; other
// braces are left alone, and so is ${name}. Throws usage Error for an unknown name in braces.
[[nodiscard]] std::string with_files(const std::string& command, const std::string& place,
                                     const CommandNames& names, const ScratchFolder& scratch);

// Runs the reference's command with the shell in `folder` and returns what it wrote for each
// output, in the outputs' order. Throws usage Error as with_files does, or for an output that is
// not named; environment Error, with the end of the command's messages, if the command fails or
// writes no file for an output.
[[nodiscard]] std::vector<NpyArray> run_reference_command(const ReferenceDescription& reference,
                                                          const std::filesystem::path& folder,
                                                          const CommandNames& names);

}  // namespace assay
