// assay traces: adds to the library of traces that searches start warm from, and lists it.
#include "framework/store/trace.hpp"

#include <fmt/format.h>

#include "framework/core/error.hpp"
#include "framework/core/paths.hpp"
#include "framework/store/t4.hpp"
#include "tools/assay/command.hpp"
#include "tools/assay/spaces.hpp"
#include "tools/common/console.hpp"

namespace assay::command {
namespace {

struct TracesFlags {
  SpaceFlags spaces;
  std::string source;
  std::string licence;
  std::string folder;
};

std::filesystem::path library_folder(const TracesFlags& flags) {
  std::filesystem::path folder =
      flags.folder.empty() ? own_trace_folder() : std::filesystem::path(flags.folder);
  if (folder.empty()) {
    throw environment_error(
        "there is no home folder to keep traces in; name a folder with --folder or $ASSAY_TRACES");
  }
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw environment_error("cannot create the folder {}: {}; name another one with --folder",
                            folder.string(), error.message());
  }
  return folder;
}

void add_to_library(const TracesFlags& flags) {
  // All are read first, so that a mistake in any of them adds nothing.
  std::vector<RecordedSpace> traces;
  for (const auto& space : flags.spaces.read()) {
    if (!space.objective.is_duration()) {
      throw usage_error("{}: traces hold times only; use --objective time", space.name);
    }
    RecordedSpace& trace = traces.emplace_back(trace_of(space));
    if (!flags.source.empty()) trace.origin.source = flags.source;
    if (!flags.licence.empty()) trace.origin.licence = flags.licence;
  }
  const std::filesystem::path folder = library_folder(flags);
  for (const auto& trace : traces) {
    const std::filesystem::path file = trace_file(folder, trace);
    write_t4(trace, file);
    say("{}: {} configurations of {} on {}\n", file.string(), trace.outcomes.size(),
        trace.origin.variant, trace.origin.device);
  }
}

std::string parameter_names(const std::vector<Parameter>& parameters) {
  std::vector<std::string> names;
  for (const auto& parameter : parameters) names.push_back(parameter.name);
  return fmt::format("{}", fmt::join(names, " "));
}

void list_library() {
  const auto folders = trace_folders();
  const TraceLibrary library = read_traces(folders);
  for (const auto& [file, trace] : library.traces) {
    say("{}\n  {} on {}, {} configurations\n  {}\n", file.string(), trace.origin.variant,
        trace.origin.device, trace.outcomes.size(), parameter_names(trace.parameters));
    if (!trace.origin.source.empty()) {
      say("  {}{}{}\n", trace.origin.source, trace.origin.licence.empty() ? "" : ", licence ",
          trace.origin.licence);
    }
  }
  for (const auto& complaint : library.complaints) say("note: {}\n", complaint);
  if (library.traces.empty()) say("there are no traces; `assay traces add` makes some\n");
}

}  // namespace

void add_traces(CommandLine& line, Invocation& invocation) {
  const Subcommand command = line.add_subcommand("traces",
                                                 "Traces are compact records of searched spaces. A "
                                                 "search whose parameters have the same names "
                                                 "and values starts warm from them.");
  command.callback([] { throw usage_error("traces needs a subcommand: add or list"); });
  auto flags = std::make_shared<TracesFlags>();
  const Subcommand adding =
      command.add_subcommand("add",
                             "Make traces of T4 files or of searches in the store, and keep them "
                             "for all searches of this user.");
  flags->spaces.add_to(adding);
  adding.add("--source", &flags->source, "Who published the records.");
  adding.add("--licence", &flags->licence, "The licence that they were published under.");
  adding.add("--folder", &flags->folder,
             "Where to put the traces (default: $ASSAY_TRACES, else $XDG_DATA_HOME/assay/traces, "
             "else ~/.local/share/assay/traces).");
  adding.callback([flags, &invocation] {
    add_to_library(*flags);
    invocation.exit_code = fine;
  });
  const Subcommand listing =
      command.add_subcommand("list", "Show the user's traces and those that are shipped.");
  listing.callback([&invocation] {
    list_library();
    invocation.exit_code = fine;
  });
}

}  // namespace assay::command
