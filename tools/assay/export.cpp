// assay export: the winner of a contest as a C header, as JSON or as a program that launches it, or
// a whole search as T4.
#include <fmt/format.h>

#include <ostream>

#include "framework/compare/winner.hpp"
#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/standalone/writers.hpp"
#include "framework/store/t4.hpp"
#include "tools/assay/comparison_flags.hpp"
#include "tools/assay/output.hpp"
#include "tools/assay/spaces.hpp"
#include "tools/assay/winner_kernel.hpp"
#include "tools/assay/winner_program.hpp"
#include "tools/common/console.hpp"
#include "tools/common/trust.hpp"

namespace assay::command {
namespace {

struct ExportFlags {
  SpaceFlags spaces;
  std::string format;  // "": by the file's extension
  std::string prefix;
  bool trust = false;
  OutputFlags output;
};

// Returns "header" for files named .h or .hpp, "t4" for .gz and _T4.json, "json" for other .json,
// "python" for .py, "c++" for .cpp, .cc and .cxx.
std::string format_of(const ExportFlags& flags) {
  if (!flags.format.empty()) return flags.format;
  const std::string& file = flags.output.file;
  if (file.empty() || file.ends_with(".h") || file.ends_with(".hpp")) return "header";
  if (file.ends_with(".cmake")) return "cmake";
  if (file.ends_with(".gz") || file.ends_with("_T4.json")) return "t4";
  if (file.ends_with(".json")) return "json";
  if (file.ends_with(".py")) return "python";
  if (file.ends_with(".cpp") || file.ends_with(".cc") || file.ends_with(".cxx")) return "c++";
  throw usage_error(
      "--output {}: this ending stands for no format; add --format header, json, cmake, python, "
      "c++ or t4",
      file);
}

void export_search(const ExportFlags& flags) {
  const auto spaces = flags.spaces.read();
  if (spaces.size() != 1) {
    std::vector<std::string> labels;
    for (const auto& space : spaces) labels.push_back(space.name);
    throw usage_error(
        "export writes one search at a time; choose one of these {} with --variant, --instance, "
        "--device or --machine:\n  {}",
        spaces.size(), fmt::join(labels, "\n  "));
  }
  if (flags.output.file.empty()) {
    flags.output.write([&](std::ostream& out, bool) { out << t4_text(spaces.front()); });
  } else {
    write_t4(spaces.front(), flags.output.file);
  }
}

CompareOptions compare_options(const SpaceFlags& flags) {
  CompareOptions options;
  const SearchChoice choice = flags.scenario_choice();
  options.machines = choice.machines;
  options.problems = choice.problems;
  options.variants = choice.variants;
  options.instances = choice.instances;
  options.scenario = choice.scenario;
  options.mode = choice.mode;
  options.all_builds = choice.all_builds;
  return options;
}

// Prints why there is no winner, with the reasons for disqualifications.
void print_no_winner(const Comparison& comparison, const std::string& device) {
  const InstanceComparison& instance = comparison.machines.front().instances.front();
  tell("assay: {}: nothing was verified{}{}, so there is no winner\n", instance.label,
       device.empty() ? "" : " on ", device);
  for (const auto& note : instance.notes) tell("note: {}\n", note);
}

// Writes a program that launches the winner. The sources are those of the scenario's files, since
// the store has none.
void export_program(const ExportFlags& flags, const std::string& format, const Winner& winner,
                    const VariantDescription& variant) {
  if (flags.spaces.names.empty()) {
    throw usage_error(
        "--format {}: name the scenario's file, too, since a program contains its kernel's source: "
        "assay export FILE.toml ...",
        format);
  }
  const auto program = winner_program(flags.spaces.names.front(), winner, variant, flags.trust);
  const auto write = format == "python" ? standalone::write_python : standalone::write_cxx;
  flags.output.write([&](std::ostream& out, bool) { write(program, out); });
}

int export_winner(const ExportFlags& flags, const std::string& format) {
  const Store store = flags.spaces.store.open(Store::Mode::read_only);
  CompareOptions options = compare_options(flags.spaces);
  const std::vector<Scenario> recorded = recorded_scenarios(store, options);
  add_declared(recorded, options);
  const Comparison comparison = compare(store, options);
  const std::string& device = flags.spaces.choice.device;
  const auto winner = winner_of(comparison, device);
  if (!winner) {
    print_no_winner(comparison, device);
    return failed;
  }
  const VariantDescription variant = store.variant_description(winner->entry->variant.id);
  if (format == "python" || format == "c++") {
    export_program(flags, format, *winner, variant);
    return fine;
  }
  const WinnerLayout layout = {flags.prefix, variant.parameters, ASSAY_VERSION,
                               winner_kernel(recorded, *winner, variant)};
  const auto write = format == "header"  ? write_winner_header
                     : format == "cmake" ? write_winner_cmake
                                         : write_winner_json;
  flags.output.write([&](std::ostream& out, bool) { write(*winner, layout, out); });
  return fine;
}

}  // namespace

void add_export(CommandLine& line, Invocation& invocation) {
  const Subcommand command =
      line.add_subcommand("export",
                          "Write the winner of a contest as a C header, as JSON, for CMake or as a "
                          "program, or everything a search recorded as a T4 file.");
  auto flags = std::make_shared<ExportFlags>();
  flags->spaces.add_to(command);
  command
      .add(
          "--format", &flags->format,
          "header, json, cmake, python, c++ (a program that launches a kernel file's winner) or t4 "
          "(default: by the ending of the file; else header).")
      .one_of({"header", "json", "cmake", "python", "c++", "t4"});
  command.add(
      "--output", &flags->output.file,
      "Write to this file instead of standard output; T4 is compressed if the name ends in .gz.");
  command.add("--prefix", &flags->prefix, "The prefix of the header's macros.");
  command.add("--trust", &flags->trust, trust_help);
  command.callback([flags, &invocation] {
    const std::string format = format_of(*flags);
    if (format == "t4") {
      export_search(*flags);
      invocation.exit_code = fine;
    } else {
      invocation.exit_code = export_winner(*flags, format);
    }
  });
}

}  // namespace assay::command
