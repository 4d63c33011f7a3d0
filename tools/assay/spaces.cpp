#include "tools/assay/spaces.hpp"

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/store/t4.hpp"

namespace assay::command {
namespace {

bool is_t4_file(const std::string& name) {
  return name.ends_with(".json") || name.ends_with(".gz");
}

// Returns the name under which a scenario's runs are stored: "quick" for "scenarios/quick.toml".
std::string scenario_name(const std::string& name) {
  const std::filesystem::path path(name);
  return path.extension() == ".toml" ? path.stem().string() : name;
}

void require_search_names(const SpaceFlags& flags) {
  const auto is_file = [](const std::string& name) { return is_t4_file(name); };
  const SearchChoice& choice = flags.choice;
  const bool chosen = !choice.machines.empty() || !choice.problems.empty() ||
                      !choice.variants.empty() || !choice.instances.empty() ||
                      !choice.device.empty() || !choice.mode.empty() || choice.all_builds;
  if (chosen && !flags.names.empty() &&
      std::all_of(flags.names.begin(), flags.names.end(), is_file)) {
    throw usage_error(
        "--machine, --problem, --variant, --instance, --device, --objective and --all-builds "
        "choose from the store, but only files are named; leave these options out, or name a "
        "scenario");
  }
}

}  // namespace

void SpaceFlags::add_to(const Subcommand& command) {
  store.add_to(command);
  command.add("what", &names,
              "T4 files (.json, .json.gz) and names of scenarios with runs in the store (default: "
              "everything the store has of this machine, and all imports).");
  command.add("--machine", &choice.machines,
              "Only these machines, by fingerprint or its beginning (default: the machine of the "
              "latest run, and imports).");
  command.add("--problem", &choice.problems, "Only these problems.");
  command.add("--variant", &choice.variants, "Only these variants.");
  command.add("--instance", &choice.instances, "Only these instances, by number.");
  command.add("--device", &choice.device, "Only searches on this device.");
  command.add("--objective", &choice.mode,
              "The objective, with or without the cache mode: energy, 'time cold'.");
  command.add("--all-builds", &choice.all_builds, "Every build of a variant, not just the latest.");
}

std::vector<RecordedSpace> SpaceFlags::read() const {
  require_search_names(*this);
  std::vector<RecordedSpace> spaces;
  std::vector<SearchChoice> choices;
  for (const auto& name : names) {
    if (is_t4_file(name)) {
      spaces.push_back(read_t4(name));
      continue;
    }
    choices.push_back(choice);
    choices.back().scenario = scenario_name(name);
  }
  if (names.empty()) choices.push_back(choice);
  if (choices.empty()) return spaces;
  const Store recorded = store.open(Store::Mode::read_only);
  for (const auto& chosen : choices) {
    for (const auto& search : recorded_searches(recorded, chosen)) {
      spaces.push_back(recorded_space(recorded, search));
    }
  }
  return spaces;
}

SearchChoice SpaceFlags::scenario_choice() const {
  if (names.empty()) return choice;
  if (names.size() > 1 || is_t4_file(names.front())) {
    throw usage_error("name one scenario, not '{}'", fmt::join(names, " "));
  }
  SearchChoice chosen = choice;
  chosen.scenario = scenario_name(names.front());
  return chosen;
}

}  // namespace assay::command
