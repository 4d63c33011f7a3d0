#include "framework/tune/recorded.hpp"

#include <map>

#include "framework/core/binding.hpp"
#include "framework/core/error.hpp"
#include "framework/inference/median.hpp"
#include "framework/tune/contender_space.hpp"

namespace assay {
namespace {

// Each costs a search one probe and the time to learn from it.
constexpr std::size_t most_searches = 8;

// A configuration and the objective's values in the processes that measured it.
struct RecordedConfiguration {
  const Bindings* configuration = nullptr;
  std::vector<double> objectives;
};

}  // namespace

std::optional<Bindings> recorded_best(Session& session, const OpenInstance& instance,
                                      const Contender& contender) {
  for (const char* stage : {"final", "search"}) {
    // Finals measure a configuration in several processes, and the luckiest of them says little.
    std::map<std::string, RecordedConfiguration> measured;
    const auto trials = session.store().trials_like(session.key(instance, contender, {stage}));
    for (const auto& trial : trials) {
      if (!trial.objective) continue;
      RecordedConfiguration& one = measured[canonical_text(trial.key.configuration)];
      one.configuration = &trial.key.configuration;
      one.objectives.push_back(trial.objective->median);
    }
    std::optional<double> least;
    const Bindings* best = nullptr;
    for (const auto& [_, one] : measured) {
      const double typical = inference::median_of(one.objectives);
      if (least && typical >= *least) continue;
      least = typical;
      best = one.configuration;
    }
    if (best != nullptr) return *best;
  }
  return std::nullopt;
}

Experience recorded_elsewhere(const Store& store, const TrialKey& key, const SearchedSpace& space,
                              const Contender& contender) {
  Experience experience;
  for (const auto& elsewhere : store.searches_elsewhere(key)) {
    if (experience.size() == most_searches) break;
    std::map<std::uint64_t, std::optional<double>> last;  // the last result of a repeated trial
    for (const auto& trial : store.trials_like(elsewhere)) {
      const auto index = space.index_of(contender, trial.key.configuration);
      if (!index) continue;
      last[*index] = trial.objective ? std::optional(trial.objective->median) : std::nullopt;
    }
    EarlierSearch search;
    for (const auto& [index, objective] : last) search.trials.push_back({index, objective});
    const bool succeeded = std::any_of(search.trials.begin(), search.trials.end(),
                                       [](const auto& trial) { return trial.objective; });
    if (succeeded) experience.push_back(std::move(search));
  }
  return experience;
}

Bindings complete_configuration(const OpenInstance& instance, const Contender& contender,
                                const Bindings& given) {
  const Bindings bound =
      bind_listed(fmt::format("variant '{}'", contender.variant.name), contender.parameters, given);
  const SearchSpace space = space_of(instance, contender);
  if (const auto nearest = space.nearest(bound)) return space.at(*nearest);
  // Builds the defaults with the given values, only to say what is wrong with them.
  Bindings configuration = space.at(space.default_index());
  for (const auto& [name, value] : bound) {
    std::erase_if(configuration, [&, &wanted = name](const auto& b) { return b.first == wanted; });
    configuration.emplace_back(name, value);
  }
  throw usage_error("the configuration {} is {}", to_string(configuration),
                    space.why_excluded(configuration));
}

}  // namespace assay
