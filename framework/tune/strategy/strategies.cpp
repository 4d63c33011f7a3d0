#include "framework/tune/strategy/strategies.hpp"

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/tune/strategy/make.hpp"
#include "framework/tune/strategy/model_search.hpp"

namespace assay {
namespace {

struct Entry {
  StrategyDescription description;
  MakeStrategy* make;
};

// The settings with another one appended.
std::vector<StrategySetting> with(std::vector<StrategySetting> settings, StrategySetting another) {
  settings.push_back(std::move(another));
  return settings;
}

const StrategySetting starts = {"starts", 8, 1, 1000, "random trials before the first step"};

// All strategies: a new one takes a file, a line in make.hpp and an entry here.
const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {
      {{"exhaustive", "all configurations in the order of the space", {}}, make_exhaustive},
      {{"random", "uniformly at random", {}}, make_random},
      {{"local",
        "greedy local search with restarts",
        {starts, {"one_step", 0, 0, 1, "1: step only to the next value in the list; 0: to any"}}},
       make_local},
      {{"annealing",
        "simulated annealing",
        {starts,
         {"temperature", 0.3, 1e-3, 10, "initial temperature, in the logarithm of the objective"},
         {"coldest", 0.01, 1e-6, 10, "temperature at which it starts again from the best"},
         {"cooling", 0.95, 0.1, 0.9999,
          "factor factor by which the temperature falls with each trial"}}},
       make_annealing},
      {{"genetic",
        "a steady-state genetic algorithm with a small population",
        {{"population", 12, 2, 1000, "best configurations so far, which have children"},
         {"tournament", 3, 1, 100, "members drawn, the best of which becomes a parent"},
         {"mutations", 1, 0, 100, "parameters of a child that are changed at random, on average"}}},
       make_genetic},
      {{"differential",
        "differential evolution (best/1/bin)",
        {{"population", 10, 4, 1000, "members, which start at random"},
         {"weight", 0.7, 0, 2, "weight weight of the difference that is added"},
         {"crossover", 0.7, 0, 1, "share of the parameters that are changed"}}},
       make_differential},
      {{"swarm",
        "particle swarm optimisation",
        {{"particles", 10, 2, 1000, "particles, which start at random"},
         {"inertia", 0.6, 0, 1, "share of the velocity that is kept"},
         {"own", 1.2, 0, 4, "pull towards the best that the particle itself has seen"},
         {"common", 1.6, 0, 4, "pull towards the best that any has seen"}}},
       make_swarm},
      {{"bayesian", "expected improvement by a Gaussian process", ModelSearch::settings(512)},
       make_bayesian},
      {{"forest", "expected improvement by a random forest",
        with(ModelSearch::settings(2048), {"trees", 30, 2, 1000, "trees in the forest"})},
       make_forest},
      {{"portfolio",
        "bayesian, forest and local, which share the trials according to their success",
        {{"window", 50, 2, 10000, "latest proposals that count"},
         {"exploration", 0.05, 0, 10, "credit for a strategy that was rarely asked"}}},
       make_portfolio},
  };
  return all;
}

const Entry& entry_named(const std::string& name) {
  for (const auto& entry : entries()) {
    if (name == entry.description.name) return entry;
  }
  throw usage_error("there is no strategy '{}'; {}", name, did_you_mean(name, strategy_names()));
}

// The strategy of a spec with its settings; errors begin with the place of the spec.
std::pair<const Entry*, StrategySettings> resolve(const StrategySpec& spec) {
  try {
    const Entry& entry = entry_named(spec.name);
    return {&entry, {spec.name, entry.description.settings, spec.settings}};
  } catch (const Error& error) {
    if (spec.place.empty()) throw;
    throw usage_error("{}: {}", spec.place, error.what());
  }
}

}  // namespace

const std::vector<StrategyDescription>& strategies() {
  static const std::vector<StrategyDescription> all = [] {
    std::vector<StrategyDescription> descriptions;
    for (const auto& entry : entries()) descriptions.push_back(entry.description);
    return descriptions;
  }();
  return all;
}

std::vector<std::string> strategy_names() {
  std::vector<std::string> names;
  for (const auto& entry : entries()) names.push_back(entry.description.name);
  return names;
}

void require_strategy(const StrategySpec& spec) { static_cast<void>(resolve(spec)); }

std::unique_ptr<Strategy> make_strategy(const StrategySpec& spec, const SearchSpace& space,
                                        std::uint64_t seed, const Experience& experience) {
  const auto [entry, settings] = resolve(spec);
  return entry->make({space, seed, settings, experience});
}

}  // namespace assay
