// assay import: imports recordings of other tools into the store.
#include "framework/store/import.hpp"

#include <fmt/format.h>

#include "framework/core/error.hpp"
#include "framework/core/hash.hpp"
#include "framework/store/foreign_file.hpp"
#include "framework/store/import_benchmarks.hpp"
#include "framework/store/t4.hpp"
#include "tools/assay/command.hpp"
#include "tools/common/console.hpp"

namespace assay::command {
namespace {

struct ImportFlags {
  StoreFlag store;
  std::vector<std::string> files;
  std::string problem;
  std::string variant;
  std::string device;
  std::string host;
  std::vector<std::string> arguments;
};

// Completes the origin: the command line overrides the file, which overrides the defaults.
void complete(RecordedSpace& space, const ImportFlags& flags, const std::string& file) {
  RecordedOrigin& origin = space.origin;
  const auto take = [](std::string& member, const std::string& given) {
    if (!given.empty()) member = given;
  };
  take(origin.variant, flags.variant);
  take(origin.device, flags.device);
  take(origin.problem, flags.problem);
  if (!flags.arguments.empty()) origin.arguments = parse_bindings(flags.arguments, "--argument");
  if (!flags.host.empty()) origin.machine.attributes["host"] = flags.host;
  if (origin.problem.empty()) origin.problem = "imported/" + origin.variant;
  if (origin.device.empty()) {
    throw usage_error("{}: does not say on which device it was recorded; add --device NAME", file);
  }
  // A foreign machine without a known CPU is identified by its device.
  if (!origin.machine.attributes.contains("cpu")) {
    origin.machine.attributes["device"] = origin.device;
  }
}

// Completes the origin of benchmarks. Arguments are added to those that a benchmark has.
void complete(RecordedBenchmarks& benchmarks, const ImportFlags& flags, const std::string& file) {
  const Bindings more = parse_bindings(flags.arguments, "--argument");
  for (auto& benchmark : benchmarks.benchmarks) {
    if (!flags.device.empty()) benchmark.device = flags.device;
    for (const auto& argument : more) {
      if (find(benchmark.arguments, argument.first) != nullptr) {
        throw usage_error("{}: '{}' already has an argument '{}'; choose another name", file,
                          benchmark.title, argument.first);
      }
      benchmark.arguments.push_back(argument);
    }
  }
  auto& attributes = benchmarks.machine.attributes;
  if (!flags.host.empty()) {
    attributes["host"] = flags.host;
    attributes.erase("mhz");  // on some machines it differs from run to run
  }
  if (attributes.empty()) {
    throw usage_error("{}: does not say on which machine it was recorded; add --host NAME", file);
  }
  name_benchmarks(benchmarks, flags.problem, flags.variant, file);
}

std::string skipped_text(std::size_t known) {
  return known > 0 ? fmt::format(", {} were already recorded", known) : "";
}

void import(Store& store, const RecordedSpace& space, const std::string& /*file*/,
            const RunRecord& run) {
  const Imported imported = import_space(store, space, hash_hex(t4_text(space)), run);
  say("{}: {} trials of {} on {} as instance {}{}{}\n", space.name, imported.trials,
      space.origin.variant, space.origin.device, imported.instance, skipped_text(imported.known),
      space.excluded > 0 ? fmt::format(", {} excluded by constraints are left out", space.excluded)
                         : "");
}

void import(Store& store, const RecordedBenchmarks& benchmarks, const std::string& file,
            const RunRecord& run) {
  const auto imported = import_benchmarks(store, benchmarks, digest_of(benchmarks), run);
  say("{}: {} trials of {} {} benchmarks, not verified here{}\n"
      "  assay compare --machine {}\n",
      file, imported.trials, benchmarks.benchmarks.size(), benchmarks.tool,
      skipped_text(imported.known), benchmarks.machine.fingerprint());
}

}  // namespace

void add_import(CommandLine& line, Invocation& invocation) {
  const Subcommand command = line.add_subcommand(
      "import",
      "Import what other tools recorded: search spaces (T4 files) for explain, replay, export and "
      "warm starts, never ranked; benchmarks (JSON of Google Benchmark and nvbench) for compare, "
      "marked as imported. assay has verified none of these results.");
  auto flags = std::make_shared<ImportFlags>();
  flags->store.add_to(command);
  command.add("file", &flags->files, "Files of any of these kinds, plain or gzip.").required();
  command.add("--problem", &flags->problem,
              "What was computed (default: what the file says, else imported/VARIANT). Benchmarks "
              "become variants of it (default: each gets a problem of its own, TOOL/NAME).");
  command.add("--variant", &flags->variant,
              "What was tuned or measured (default: what the file or its name says; for "
              "benchmarks, the program).");
  command.add("--device", &flags->device,
              "Where it ran (default: what the file or its name says).");
  command.add("--host", &flags->host,
              "The machine's name (default: what the file says; for benchmarks, none).");
  command.add("-a,--argument", &flags->arguments,
              "NAME=VALUE: an argument of the problem, such as its size.");
  command.callback([flags, &invocation] {
    // All files are read first, so that a mistake in any of them leaves the store unchanged.
    std::vector<ForeignFile> contents;
    for (const auto& file : flags->files) {
      std::visit([&](auto& content) { complete(content, *flags, file); },
                 contents.emplace_back(read_foreign_file(file)));
    }
    RunRecord run;
    run.command = invocation.command_line;
    run.assay_version = ASSAY_VERSION;
    run.environment = "{}";
    Store store = flags->store.open(Store::Mode::read_write);
    for (std::size_t k = 0; k < contents.size(); ++k) {
      std::visit([&](const auto& content) { import(store, content, flags->files[k], run); },
                 contents[k]);
    }
    invocation.exit_code = fine;
  });
}

}  // namespace assay::command
