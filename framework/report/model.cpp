#include "framework/report/model.hpp"

#include <iterator>
#include <set>

#include "framework/compare/chosen.hpp"

namespace assay {

PageModel::PageModel(const Store& source, const CompareOptions& options)
    : store(source), comparison(compare(source, options)), problems(problems_of(comparison)) {
  std::set<std::int64_t> used;
  for (const MachineComparison& machine : comparison.machines) {
    auto chosen = chosen_trials(store, options, machine.machine.id);
    std::erase_if(chosen,
                  [&](const StoredTrial& trial) { return trial.key.mode != comparison.mode; });
    for (const StoredTrial& trial : chosen) used.insert(trial.run);
    trials.insert(trials.end(), std::make_move_iterator(chosen.begin()),
                  std::make_move_iterator(chosen.end()));
  }
  for (const StoredTrial& trial : trials) {
    const TrialKey& key = trial.key;
    places_[{key.machine, key.instance, key.variant, key.device}].push_back(&trial);
  }
  for (const StoredVariant& variant : store.variants()) variants[variant.id] = variant;
  runs = store.runs();
  std::erase_if(runs, [&](const StoredRun& run) { return used.count(run.id) == 0; });
}

std::vector<const StoredTrial*> PageModel::trials_of(const ProblemComparison& problem,
                                                     std::size_t instance,
                                                     const Entry& entry) const {
  const auto found = places_.find({problem.machine->machine.id, problem.instances[instance]->id,
                                   entry.variant.id, entry.device});
  return found == places_.end() ? std::vector<const StoredTrial*>() : found->second;
}

}  // namespace assay
