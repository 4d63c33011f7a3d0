// assay import: takes the recorded spaces of others into the store.
#include "framework/store/import.hpp"

#include <fmt/format.h>

#include "framework/core/error.hpp"
#include "framework/core/hash.hpp"
#include "framework/store/t4.hpp"
#include "tools/assay/command.hpp"

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

// What the command line says of the origin, over what the file says, over what is usual.
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
    throw usage_error("{}: nothing tells on which device it was recorded; add --device NAME", file);
  }
  // A foreign machine is at least that which has the device.
  if (!origin.machine.attributes.contains("cpu")) {
    origin.machine.attributes["device"] = origin.device;
  }
}

std::string digest_of(const RecordedSpace& space) { return hash_hex(t4_text(space)); }

}  // namespace

void add_import(CommandLine& line, Invocation& invocation) {
  const Subcommand command = line.add_subcommand(
      "import",
      "Take recorded spaces of others (T4 files) into the store, for explain, replay, export, and "
      "as prior knowledge. They are never ranked: nothing here verified them.");
  auto flags = std::make_shared<ImportFlags>();
  flags->store.add_to(command);
  command.add("file", &flags->files, "T4 files, plain or gzip.").required();
  command.add("--problem", &flags->problem,
              "What was computed (default: as the file says, else imported/VARIANT).");
  command.add("--variant", &flags->variant,
              "What was tuned (default: as the file or its name says).");
  command.add("--device", &flags->device, "Where it ran (default: as the file or its name says).");
  command.add("--host", &flags->host, "The machine's name (default: as the file says).");
  command.add("-a,--argument", &flags->arguments,
              "NAME=VALUE: an argument of the problem, such as its size.");
  command.callback([flags, &invocation] {
    std::vector<RecordedSpace> spaces;  // a mistake in any of them leaves the store as it was
    for (const auto& file : flags->files) {
      complete(spaces.emplace_back(read_t4(file)), *flags, file);
    }
    Store store = flags->store.open(Store::Mode::read_write);
    for (const auto& space : spaces) {
      RunRecord run;
      run.command = invocation.command_line;
      run.assay_version = ASSAY_VERSION;
      run.environment = "{}";
      const Imported imported = import_space(store, space, digest_of(space), run);
      fmt::print("{}: {} trials of {} on {} as instance {}{}{}\n", space.name, imported.trials,
                 space.origin.variant, space.origin.device, imported.instance,
                 imported.known > 0 ? fmt::format(", {} were there already", imported.known) : "",
                 space.excluded > 0
                     ? fmt::format(", {} excluded by constraints are left out", space.excluded)
                     : "");
    }
    invocation.exit_code = fine;
  });
}

}  // namespace assay::command
