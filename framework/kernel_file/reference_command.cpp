#include "framework/kernel_file/reference_command.hpp"

#include <algorithm>
#include <set>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/core/scratch_folder.hpp"
#include "framework/core/shell.hpp"
#include "framework/kernel_file/braces.hpp"
#include "framework/kernel_file/formula.hpp"

namespace assay {
namespace {

namespace fs = std::filesystem;

fs::path file_of(const std::string& array, const ScratchFolder& scratch) {
  return scratch / (array + ".npy");
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

void require_outputs(const ReferenceDescription& reference,
                     const std::vector<std::string>& outputs) {
  const auto used = names_in_braces(reference.command);
  for (const std::string& output : outputs) {
    if (contains(used, output)) continue;
    throw error_at(reference.place,
                   fmt::format("the command has no place for output '{}': write '{{{}}}' where it "
                               "takes the name of the .npy file to write",
                               output, output));
  }
}

}  // namespace

std::string with_files(const std::string& command, const std::string& place,
                       const CommandNames& names, const ScratchFolder& scratch) {
  std::vector<std::string> known;
  for (const auto& [name, value] : names.arguments) known.push_back(name);
  for (const auto* arrays : {&names.inputs, &names.outputs}) {
    known.insert(known.end(), arrays->begin(), arrays->end());
  }
  std::set<std::string> used;
  const auto value_of = [&](const std::string& name) {
    if (!contains(known, name)) {
      throw error_at(
          place, fmt::format(
                     "the command contains '{{{}}}', which is neither an argument nor an array; {}",
                     name, did_you_mean(name, known)));
    }
    const bool first = used.insert(name).second;
    if (first && contains(names.inputs, name)) names.write(name, file_of(name, scratch));
    const Value* argument = find(names.arguments, name);
    return shell_quoted(argument != nullptr ? to_string(*argument)
                                            : file_of(name, scratch).string());
  };
  return with_values_in_braces(command, value_of);
}

std::vector<NpyArray> run_reference_command(const ReferenceDescription& reference,
                                            const fs::path& folder, const CommandNames& names) {
  const ScratchFolder scratch("reference");
  require_outputs(reference, names.outputs);
  const std::string command =
      fmt::format("cd {} && {}", shell_quoted(folder.string()),
                  with_files(reference.command, reference.place, names, scratch));
  const ShellOutcome ended = run_shell(command);
  const auto fail = [&](const std::string& what) {
    return environment_error("{}: the reference command '{}' {}", reference.place,
                             reference.command, what);
  };
  if (!ended.ok()) throw fail(how_it_ended(ended));
  std::vector<NpyArray> outputs;
  for (const std::string& output : names.outputs) {
    const fs::path file = file_of(output, scratch);
    if (!fs::exists(file)) {
      throw fail(fmt::format("succeeded, but wrote no file for output '{}'{}", output,
                             ended.said.empty() ? "" : "; its output:\n" + ended.said));
    }
    outputs.push_back(read_npy(file));
  }
  return outputs;
}

}  // namespace assay
