#include "framework/replay/warm_start.hpp"

#include <algorithm>
#include <utility>

namespace assay {
namespace {

// The trials of one search, each with its configuration by name.
struct Remembered {
  std::vector<std::pair<Bindings, std::optional<double>>> trials;

  // The trials whose configurations lie in the space.
  [[nodiscard]] EarlierSearch in(const SearchSpace& space) const {
    EarlierSearch search;
    for (const auto& [configuration, objective] : trials) {
      if (const auto index = space.index_of(configuration)) {
        search.trials.push_back({*index, objective});
      }
    }
    return search;
  }
};

bool has_success(const EarlierSearch& search) {
  return std::any_of(search.trials.begin(), search.trials.end(),
                     [](const auto& trial) { return trial.objective; });
}

}  // namespace

StrategyMaker after_searching(const std::vector<RecordedSpace>& earlier,
                              const ExperiencedMaker& strategy, const ReplayOptions& options) {
  std::vector<std::vector<Remembered>> memory(options.seeds);  // [seed - 1][space]
  const auto cold = [&](const SearchSpace& space, std::uint64_t seed) {
    return strategy(space, seed, {});
  };
  for (const auto& space : earlier) {
    const auto searches = replay(space, cold, options);
    for (std::size_t s = 0; s < searches.size(); ++s) {
      Remembered& remembered = memory[s].emplace_back();
      for (const std::size_t trial : searches[s].trials) {
        remembered.trials.emplace_back(space.at(trial), space.outcomes[trial].objective);
      }
    }
  }
  return [memory = std::move(memory), strategy](const SearchSpace& space, std::uint64_t seed) {
    Experience experience;
    for (const auto& remembered : memory[seed - 1]) {
      auto search = remembered.in(space);
      if (has_success(search)) experience.push_back(std::move(search));
    }
    return strategy(space, seed, experience);
  };
}

}  // namespace assay
