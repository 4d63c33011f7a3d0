#include "framework/tune/strategy/strategies.hpp"

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/tune/strategy/make.hpp"

namespace assay {
namespace {

struct Entry {
  StrategyDescription description;
  MakeStrategy* make;
};

// All strategies there are: a new one is a file, a line in make.hpp and an entry here.
const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {
      {{"exhaustive", "all configurations in the order of the space", {}}, make_exhaustive},
      {{"random", "uniformly at random", {}}, make_random},
      {{"bayesian",
        "expected improvement by a Gaussian process",
        {{"first_trials", 8, 1, 1000, "trials, opening and at random, before there is a model"},
         {"candidates", 4096, 16, 1e6, "configurations looked at for each proposal"},
         {"modelled", 512, 16, 4096, "trials that the model may grow to; then come neighbours"}}},
       make_bayesian},
  };
  return all;
}

const Entry& entry_named(const std::string& name) {
  for (const auto& entry : entries()) {
    if (name == entry.description.name) return entry;
  }
  throw usage_error("there is no strategy '{}'; {}", name, did_you_mean(name, strategy_names()));
}

// The strategy of a spec with its settings; a mistake is told with its place.
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
                                        std::uint64_t seed) {
  const auto [entry, settings] = resolve(spec);
  return entry->make(space, seed, settings);
}

}  // namespace assay
