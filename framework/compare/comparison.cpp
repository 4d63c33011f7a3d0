#include "framework/compare/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "framework/compare/beside.hpp"
#include "framework/compare/chosen.hpp"
#include "framework/compare/labels.hpp"
#include "framework/compare/measurement.hpp"
#include "framework/compare/notes.hpp"
#include "framework/compare/pareto_fronts.hpp"
#include "framework/compare/ranking.hpp"
#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/store/import_benchmarks.hpp"

namespace assay {
namespace {

using Trials = std::vector<const StoredTrial*>;

class Comparer {
 public:
  Comparer(const Store& store, const CompareOptions& options) : store_(store), options_(options) {
    for (const StoredVariant& variant : store.variants()) {
      variants_[variant.id] = variant;
    }
  }

  Comparison run() {
    comparison_.confidence = options_.confidence;
    const std::vector<StoredMachine> machines = chosen_machines(store_, options_);
    std::vector<std::vector<StoredTrial>> trials;
    for (const StoredMachine& machine : machines) {
      trials.push_back(chosen_trials(store_, options_, machine.id));
    }
    choose_mode(trials);
    for (std::size_t i = 0; i < machines.size(); ++i) {
      MachineComparison result = compared(machines[i], trials[i]);
      if (!result.instances.empty()) {
        comparison_.machines.push_back(std::move(result));
      }
    }
    if (comparison_.machines.empty()) {
      comparison_.notes.emplace_back("the store has no results that match the options");
    } else if (comparison_.machines.size() > 1) {
      comparison_.notes.emplace_back(
          "results of several machines: only results of the same machine are compared");
    }
    return std::move(comparison_);
  }

 private:
  void choose_mode(const std::vector<std::vector<StoredTrial>>& trials) {
    std::map<std::string, std::int64_t> latest;  // the latest trial of each mode
    for (const auto& of_machine : trials) {
      for (const StoredTrial& trial : of_machine) {
        auto& id = latest[trial.key.mode];
        id = std::max(id, trial.id);
      }
    }
    std::int64_t newest = -1;
    std::vector<std::string> known;
    for (const auto& [mode, id] : latest) {
      known.push_back(mode);
      const bool wanted = options_.mode.empty() || chooses_mode(options_.mode, mode);
      if (wanted && id > newest) {
        newest = id;
        comparison_.mode = mode;
      }
    }
    if (newest < 0) {
      comparison_.mode = options_.mode;
      if (!known.empty()) {
        throw usage_error("nothing was measured in mode '{}'; {}", options_.mode,
                          did_you_mean(options_.mode, known));
      }
    } else if (options_.mode.empty() && known.size() > 1) {
      std::erase(known, comparison_.mode);
      comparison_.notes.push_back(fmt::format("also recorded, but not comparable with '{}': '{}'",
                                              comparison_.mode, fmt::join(known, "', '")));
    }
  }

  MachineComparison compared(const StoredMachine& machine,
                             const std::vector<StoredTrial>& trials) const {
    const Objective objective = objective_of_mode(comparison_.mode);
    ParetoResults pareto(store_, options_, objective);
    MachineComparison result{machine, instances_of(trials, pareto), {}};
    for (InstanceComparison& instance : result.instances) pareto.explain(instance);
    result.fronts = pareto.fronts(result.instances);
    tell(result, objective);
    return result;
  }

  // Ranking needs costs; everything after it, tables and files included, shows values.
  static void tell(MachineComparison& machine, const Objective& objective) {
    for (InstanceComparison& instance : machine.instances) {
      for (Entry& entry : instance.entries) {
        if (entry.best) entry.best->tell(objective);
      }
    }
    for (ParetoFront& front : machine.fronts) {
      for (ParetoMember& member : front.members) member.value = objective.told(member.value);
    }
  }

  std::vector<InstanceComparison> instances_of(const std::vector<StoredTrial>& trials,
                                               ParetoResults& pareto) const {
    std::map<std::int64_t, Trials> by_instance;
    for (const StoredTrial& trial : trials) {
      if (trial.key.mode == comparison_.mode) {
        by_instance[trial.key.instance].push_back(&trial);
      }
    }
    std::vector<InstanceComparison> instances;
    std::map<std::int64_t, InstanceRanking> rankings;
    for (const auto& [id, members] : by_instance) {
      InstanceComparison instance;
      instance.id = id;
      instance.record = store_.instance_record(id);
      instance.objective = objective_of_mode(comparison_.mode);
      auto [entries, ranked] = entries_of(members, instance.record, pareto);
      instance.entries = std::move(entries);
      auto& ranking = rankings
                          .try_emplace(id, store_, ranked, options_.confidence,
                                       spec_of(instance.record).margin, instance.objective)
                          .first->second;
      ranking.rank(instance.entries, instance.verdict);
      add_floors(instance, members.front()->key.machine);
      instances.push_back(std::move(instance));
    }
    std::stable_sort(instances.begin(), instances.end(), [](const auto& a, const auto& b) {
      return a.record.problem < b.record.problem;
    });
    label_instances(instances);
    for (InstanceComparison& instance : instances) {
      std::string reference = reference_named(instance);
      const bool chosen = reference.empty();
      if (chosen) reference = slowest_variant(instances, instance.record.problem);
      instance.reference =
          rankings.at(instance.id).compare_with_reference(instance.entries, reference, chosen);
      add_notes(instance, reference, objective_of_mode(comparison_.mode));
    }
    for (InstanceComparison& instance : instances) {
      add_derived(instance, options_.beside, surroundings(instances, by_instance, instance.id));
    }
    for (InstanceComparison& instance : instances) {
      add_published(instance, options_.beside, surroundings(instances, by_instance, instance.id));
    }
    return instances;
  }

  Surroundings surroundings(const std::vector<InstanceComparison>& instances,
                            const std::map<std::int64_t, Trials>& by_instance,
                            std::int64_t id) const {
    const auto best = [this, &trials = by_instance.at(id)](const Entry& entry,
                                                           const Bindings& parameters) {
      Trials chosen;
      for (const StoredTrial* trial : trials) {
        const auto has = [&](const auto& wanted) {
          // An inactive conditional parameter is missing from the configuration.
          const Value* value = find(trial->key.configuration, wanted.first);
          return value == nullptr || same_value(*value, wanted.second);
        };
        const bool own =
            trial->key.variant == entry.variant.id && trial->key.device == entry.device;
        if (own && std::all_of(parameters.begin(), parameters.end(), has)) chosen.push_back(trial);
      }
      return best_measurement(store_, chosen, objective_of_mode(comparison_.mode),
                              options_.confidence);
    };
    return {instances, best};
  }

  void add_floors(InstanceComparison& instance, std::int64_t machine) const {
    for (Entry& entry : instance.entries) {
      if (!entry.best) continue;
      entry.best->floor =
          floor_of(instance.record.work, store_.peaks(machine, entry.device), entry.best->seconds);
    }
  }

  // The entries and, for each, the trials among which its best configuration is sought.
  std::pair<std::vector<Entry>, std::vector<Trials>> entries_of(const Trials& trials,
                                                                const InstanceRecord& record,
                                                                ParetoResults& pareto) const {
    // Without all_builds, the builds of a variant on a device share a place, which the latest
    // takes.
    std::map<std::pair<std::string, std::string>, std::int64_t> newest;
    std::map<std::pair<std::string, std::int64_t>, Trials> groups;
    for (const StoredTrial* trial : trials) {
      newest[{trial->key.device, variants_.at(trial->key.variant).name}] = trial->key.variant;
    }
    for (const StoredTrial* trial : trials) {
      const StoredVariant& variant = variants_.at(trial->key.variant);
      // Each imported file is a build of its own. Files of one variant count as its processes.
      const bool process = trial->key.stage == imported_stage && !options_.all_builds;
      const std::int64_t place =
          process ? newest.at({trial->key.device, variant.name}) : trial->key.variant;
      groups[{trial->key.device, place}].push_back(trial);
    }
    std::vector<Entry> entries;
    std::vector<Trials> ranked;
    for (const auto& [place, members] : groups) {
      const StoredVariant& variant = variants_.at(place.second);
      if (options_.all_builds || newest.at({place.first, variant.name}) == variant.id) {
        ranked.push_back(pareto.admitted(members.front()->key.instance, record, members));
        entries.push_back(entry_of(variant, members));
      }
    }
    label_entries(entries);
    return {std::move(entries), std::move(ranked)};
  }

  static Entry entry_of(const StoredVariant& variant, const Trials& trials) {
    Entry entry;
    entry.variant = variant;
    entry.device = trials.front()->key.device;
    std::set<std::string> configurations;
    std::set<std::string> disqualified;
    for (const StoredTrial* trial : trials) {
      const std::string text = canonical_text(trial->key.configuration);
      configurations.insert(text);
      if (trial->status != TrialStatus::ok) {
        add_failure(entry.failures, *trial);
      } else if (trial->wrong && disqualified.insert(text).second) {
        entry.disqualified.push_back({trial->key.configuration, *trial->wrong});
      }
    }
    entry.configurations = configurations.size();
    return entry;
  }

  static void add_failure(std::vector<FailureKind>& failures, const StoredTrial& trial) {
    auto kind = std::find_if(failures.begin(), failures.end(),
                             [&](const FailureKind& k) { return k.status == trial.status; });
    if (kind == failures.end()) {
      kind = failures.insert(failures.end(), {trial.status, 0, {}, {}});
    }
    ++kind->count;
    kind->message = trial.message;
    kind->configuration = trial.key.configuration;
  }

  // The ranking that the instance's scenario asks for.
  [[nodiscard]] const RankingSpec& spec_of(const InstanceRecord& record) const {
    static const RankingSpec usual;
    for (const RankingSpec& spec : options_.rankings) {
      if (matches_any(spec.instances, record.problem, record.arguments)) return spec;
    }
    return usual;
  }

  // The reference of the options, or else that of the instance's scenario; "" if the scenario names
  // none or one that has no entry here.
  [[nodiscard]] std::string reference_named(const InstanceComparison& instance) const {
    if (!options_.reference.empty()) return options_.reference;
    const std::string& named = spec_of(instance.record).reference;
    const bool known = std::ranges::any_of(
        instance.entries, [&](const Entry& entry) { return entry.variant.name == named; });
    return known ? named : "";
  }

  // The slowest variant of a problem. All its instances get one reference, so that their speed-ups
  // can be read side by side.
  static std::string slowest_variant(const std::vector<InstanceComparison>& instances,
                                     const std::string& problem) {
    std::map<std::string, std::pair<std::size_t, double>> candidates;  // count, sum of logarithms
    for (const InstanceComparison& instance : instances) {
      if (instance.record.problem != problem) continue;
      std::map<std::string, double> fastest;
      for (const Entry& entry : instance.entries) {
        if (entry.best && entry.best->value.median > 0) {
          fastest.emplace(entry.variant.name, entry.best->value.median);
        }
      }
      for (const auto& [name, seconds] : fastest) {
        auto& [count, logs] = candidates[name];
        ++count;
        logs += std::log(seconds);
      }
    }
    const auto slowest =
        std::max_element(candidates.begin(), candidates.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return slowest == candidates.end() ? "" : slowest->first;
  }

  const Store& store_;
  const CompareOptions& options_;
  std::map<std::int64_t, StoredVariant> variants_;
  Comparison comparison_;
};

}  // namespace

const char* to_string(Verdict::Kind kind) {
  switch (kind) {
    case Verdict::Kind::none:
      return "none";
    case Verdict::Kind::only:
      return "only";
    case Verdict::Kind::winner:
      return "winner";
    case Verdict::Kind::tie:
      return "tie";
    case Verdict::Kind::undecided:
      return "undecided";
  }
  return "none";
}

Comparison compare(const Store& store, const CompareOptions& options) {
  return Comparer(store, options).run();
}

}  // namespace assay
