#include "framework/store/recorded_search.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "framework/core/error.hpp"
#include "framework/core/space/space.hpp"
#include "framework/store/choice.hpp"
#include "framework/store/space_builder.hpp"

namespace assay {
namespace {

constexpr const char* search_stage = "search";

// The machines, variants and instances of a store by their ids.
class Names {
 public:
  explicit Names(const Store& store) : store_(store) {
    for (const auto& machine : store.machines()) machines_[machine.id] = machine;
    for (const auto& variant : store.variants()) variants_[variant.id] = variant;
  }

  [[nodiscard]] const StoredVariant& variant(std::int64_t id) const { return variants_.at(id); }
  [[nodiscard]] const std::map<std::int64_t, StoredVariant>& variants() const { return variants_; }

  // The searches that `trials` belong to, in order of their first trials.
  [[nodiscard]] std::vector<RecordedSearch> searches(const std::vector<StoredTrial>& trials) const {
    using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::string, std::string>;
    std::map<Key, std::size_t> places;
    std::vector<RecordedSearch> searches;
    for (const auto& trial : trials) {
      const TrialKey& key = trial.key;
      if (key.stage != search_stage) continue;
      const auto [place, is_new] = places.emplace(
          Key{key.machine, key.instance, key.variant, key.device, key.mode}, searches.size());
      if (is_new) {
        searches.push_back({machines_.at(key.machine), key.instance,
                            store_.instance_record(key.instance), variants_.at(key.variant),
                            key.device, key.mode, 0, ""});
      }
      ++searches[place->second].trials;
    }
    return searches;
  }

 private:
  const Store& store_;
  std::map<std::int64_t, StoredMachine> machines_;
  std::map<std::int64_t, StoredVariant> variants_;
};

void require_names(const Store& store, const Names& names, const SearchChoice& choice) {
  std::set<std::string> variants;
  std::set<std::string> problems;
  std::set<std::string> scenarios;
  for (const auto& [id, variant] : names.variants()) {
    variants.insert(variant.name);
    problems.insert(variant.problem);
  }
  for (const auto& scenario : store.scenarios()) scenarios.insert(scenario.name);
  for (const auto& name : choice.variants) require_recorded("variant", name, variants);
  for (const auto& name : choice.problems) require_recorded("problem", name, problems);
  if (choice.scenario) require_recorded("run of a scenario", *choice.scenario, scenarios);
}

// The searches of the machines chosen, or, if none is named, of the latest machine and all imports.
std::vector<RecordedSearch> searches_of_machines(const Store& store, const Names& names,
                                                 const SearchChoice& choice) {
  std::set<std::int64_t> machines = {store.latest_machine().value()};
  if (!choice.machines.empty()) machines.clear();
  for (const auto& wanted : choice.machines) {
    machines.insert(machine_named(store.machines(), wanted).id);
  }
  auto searches = names.searches(store.trials({std::nullopt, std::nullopt, choice.scenario, {}}));
  std::erase_if(searches, [&](const RecordedSearch& search) {
    const bool imported = choice.machines.empty() && search.variant.plugin == imported_plugin;
    return machines.count(search.machine.id) == 0 && !imported;
  });
  return searches;
}

// Throws for a device, instance or mode that none of the searches has.
void require_choice(const std::vector<RecordedSearch>& searches, const SearchChoice& choice) {
  std::set<std::string> devices;
  std::set<std::string> modes;
  std::set<std::string> instances;
  for (const auto& search : searches) {
    devices.insert(search.device);
    modes.insert(search.mode);
    modes.insert(objective_of_mode(search.mode).name);
    modes.insert(objective_of_mode(search.mode).label());
    instances.insert(fmt::format("{}", search.instance));
  }
  if (!choice.device.empty()) require_recorded("search on device", choice.device, devices);
  if (!choice.mode.empty()) require_recorded("search in mode", choice.mode, modes);
  for (const auto instance : choice.instances) {
    require_recorded("search on instance", fmt::format("{}", instance), instances);
  }
}

bool is_chosen(const RecordedSearch& search, const SearchChoice& choice) {
  const auto& instances = choice.instances;
  return lets_through(choice.variants, search.variant.name) &&
         lets_through(choice.problems, search.variant.problem) &&
         (instances.empty() ||
          std::find(instances.begin(), instances.end(), search.instance) != instances.end()) &&
         (choice.device.empty() || choice.device == search.device) &&
         (choice.mode.empty() || chooses_mode(choice.mode, search.mode));
}

// Keeps only the build recorded last of each variant. `searches` are in order of recording.
void keep_latest_builds(std::vector<RecordedSearch>& searches) {
  const auto place = [](const RecordedSearch& s) {
    return std::tuple(s.machine.id, s.instance, s.variant.problem, s.variant.name, s.device,
                      s.mode);
  };
  std::map<decltype(place(searches.front())), std::int64_t> latest;
  for (const auto& search : searches) latest[place(search)] = search.variant.id;
  std::erase_if(searches,
                [&](const auto& search) { return latest.at(place(search)) != search.variant.id; });
}

// The arguments in which searches of the same problem differ.
std::string argument_text(const RecordedSearch& search,
                          const std::vector<RecordedSearch>& searches) {
  std::string text;
  for (const auto& [name, value] : search.record.arguments) {
    const auto differs = [&, &its_name = name, &its_value = value](const RecordedSearch& other) {
      const Value* found = find(other.record.arguments, its_name);
      return other.record.problem == search.record.problem &&
             (found == nullptr || *found != its_value);
    };
    if (std::any_of(searches.begin(), searches.end(), differs))
      text += fmt::format(" {}={}", name, to_string(value));
  }
  return text;
}

void label(std::vector<RecordedSearch>& searches) {
  const auto several = [&](const auto& of) {
    return std::any_of(searches.begin(), searches.end(),
                       [&](const auto& search) { return of(search) != of(searches.front()); });
  };
  const bool machines = several([](const auto& s) { return s.machine.id; });
  const bool modes = several([](const auto& s) { return s.mode; });
  for (auto& search : searches) {
    search.label =
        fmt::format("{} on {}, {}{} (instance {})", search.variant.name, search.device,
                    search.record.problem, argument_text(search, searches), search.instance);
    if (machines) search.label += ", machine " + search.machine.fingerprint;
    if (modes) search.label += ", " + search.mode;
    const bool builds = std::any_of(searches.begin(), searches.end(), [&](const auto& other) {
      return other.variant.name == search.variant.name &&
             other.variant.problem == search.variant.problem &&
             other.variant.id != search.variant.id;
    });
    if (builds) search.label += ", build " + search.variant.build_id;
  }
}

// The configuration completed by the inactive conditional parameters, in order of declaration.
Bindings filled(const Bindings& configuration, const std::vector<Parameter>& parameters) {
  Bindings all;
  for (const auto& parameter : parameters) {
    const Value* value = find(configuration, parameter.name);
    all.emplace_back(parameter.name, value == nullptr ? parameter.default_value : *value);
  }
  return all;
}

// The parameters that occur in the trials, for a variant whose description the store lacks.
std::vector<Parameter> named_parameters(const std::vector<const StoredTrial*>& trials) {
  std::set<std::string> names;
  for (const auto* trial : trials) {
    for (const auto& binding : trial->key.configuration) names.insert(binding.first);
  }
  std::vector<Parameter> parameters;
  for (const auto& name : names) parameters.push_back({name, "", {}, std::string("-"), ""});
  return parameters;
}

RecordedOutcome outcome_of(const Store& store, const StoredTrial& trial) {
  RecordedOutcome outcome;
  outcome.status = trial.standing();
  if (trial.objective) outcome.objective = trial.objective->median;
  outcome.compile_seconds = trial.compile_seconds;
  outcome.other_seconds = trial.prepare_seconds + trial.verify_seconds;
  for (const auto& sample : store.samples(trial.id)) {
    if (sample.counts()) {
      outcome.runtimes.push_back(sample.seconds);
    } else {
      outcome.other_seconds += sample.seconds;
    }
  }
  return outcome;
}

// Whether `trials` configurations are all that the variant's space has on the instance.
bool is_whole(const RecordedSearch& search, const VariantDescription& variant, std::size_t trials) {
  if (variant.plugin == imported_plugin) return true;
  if (variant.parameters.empty()) return false;
  std::map<std::string, Value> constants;
  for (const auto& [name, value] : search.record.arguments) constants[name] = value;
  for (const auto& fact : search.record.facts) constants[fact.name] = fact.value;
  try {
    return SearchSpace(variant.parameters, variant.constraints, constants).size() <= trials;
  } catch (const Error&) {
    return false;  // the space needs facts of the device, which the store does not keep
  }
}

// The last trial of each configuration of a search, in order of each configuration's first trial.
std::vector<const StoredTrial*> last_of_each(const std::vector<StoredTrial>& trials) {
  std::map<std::string, std::size_t> places;
  std::vector<const StoredTrial*> last;
  for (const auto& trial : trials) {
    const auto [place, is_new] =
        places.emplace(canonical_text(trial.key.configuration), last.size());
    if (is_new) last.push_back(nullptr);
    last[place->second] = &trial;
  }
  return last;
}

}  // namespace

std::vector<RecordedSearch> recorded_searches(const Store& store, const SearchChoice& choice) {
  constexpr const char* cure =
      "`assay tune SCENARIO` records searches, `assay import FILE` imports those of other tools";
  if (!store.latest_machine()) throw environment_error("the store is empty; {}", cure);
  const Names names(store);
  require_names(store, names, choice);
  auto searches = searches_of_machines(store, names, choice);
  if (searches.empty())
    throw environment_error("the store has no search of this machine; {}", cure);
  require_choice(searches, choice);
  std::erase_if(searches, [&](const auto& search) { return !is_chosen(search, choice); });
  if (searches.empty()) {
    throw environment_error("the store has no search that matches the options; {}", cure);
  }
  if (!choice.all_builds) keep_latest_builds(searches);
  std::stable_sort(searches.begin(), searches.end(), [](const auto& a, const auto& b) {
    return std::tie(a.machine.id, a.record.problem, a.instance, a.variant.name, a.device) <
           std::tie(b.machine.id, b.record.problem, b.instance, b.variant.name, b.device);
  });
  label(searches);
  return searches;
}

RecordedSpace recorded_space(const Store& store, const RecordedSearch& search) {
  TrialKey key;
  key.machine = search.machine.id;
  key.instance = search.instance;
  key.variant = search.variant.id;
  key.device = search.device;
  key.stage = search_stage;
  key.mode = search.mode;
  const auto all = store.trials_like(key);
  const auto trials = last_of_each(all);
  const auto variant = store.variant_description(search.variant.id);
  const auto parameters =
      variant.parameters.empty() ? named_parameters(trials) : variant.parameters;

  SpaceBuilder builder("the store");
  for (const auto* trial : trials) {
    builder.add(fmt::format("trial {}", trial->id), filled(trial->key.configuration, parameters),
                outcome_of(store, *trial));
  }
  auto space = std::move(builder).build(search.label);
  space.objective = objective_of_mode(search.mode);
  space.origin = {search.variant.problem, search.variant.name, search.device,
                  search.record.arguments, search.machine.record};
  space.whole = is_whole(search, variant, trials.size());
  return space;
}

}  // namespace assay
