#include "framework/compare/chosen.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "framework/store/choice.hpp"

namespace assay {
namespace {

// Throws for unknown names: a misspelt name must not pass for an empty result.
void check_chosen_names(const Store& store, const CompareOptions& options) {
  std::set<std::string> names;
  std::set<std::string> problems;
  for (const StoredVariant& variant : store.variants()) {
    names.insert(variant.name);
    problems.insert(variant.problem);
  }
  if (names.empty()) return;
  for (const std::string& name : options.variants) require_recorded("variant", name, names);
  for (const std::string& name : options.problems) require_recorded("problem", name, problems);
  if (!options.reference.empty()) require_recorded("variant", options.reference, names);
}

}  // namespace

std::vector<StoredMachine> chosen_machines(const Store& store, const CompareOptions& options) {
  check_chosen_names(store, options);
  const std::vector<StoredMachine> all = store.machines();
  std::vector<StoredMachine> chosen;
  if (options.machines.empty()) {
    const auto latest = store.latest_machine();
    std::copy_if(all.begin(), all.end(), std::back_inserter(chosen),
                 [&](const StoredMachine& machine) {
                   // A run belongs to one machine, which need not be the latest.
                   return options.run ? true : latest == machine.id;
                 });
  }
  for (const std::string& wanted : options.machines) {
    chosen.push_back(machine_named(all, wanted));
  }
  return chosen;
}

std::vector<StoredTrial> chosen_trials(const Store& store, const CompareOptions& options,
                                       std::int64_t machine) {
  std::set<std::int64_t> wanted;
  for (const StoredVariant& variant : store.variants()) {
    // The reference stays: speed-ups of the chosen variants may refer to a variant that was not
    // chosen.
    const bool by_name =
        lets_through(options.variants, variant.name) || variant.name == options.reference;
    if (by_name && lets_through(options.problems, variant.problem)) wanted.insert(variant.id);
  }
  auto trials = store.trials({machine, options.run, options.scenario, options.instances});
  std::erase_if(trials, [&](const StoredTrial& trial) {
    // Builds that a guard measured, including copies for a calibration, do not replace a variant's
    // own builds unless the guard's run is asked for.
    const bool unasked = trial.key.stage == "guard" && !options.run;
    return unasked || wanted.count(trial.key.variant) == 0;
  });
  return trials;
}

}  // namespace assay
