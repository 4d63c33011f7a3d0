#include "framework/replay/replayed_space.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <random>
#include <thread>
#include <utility>

#include "framework/core/error.hpp"

namespace assay {
namespace {

// The recorded space with the given configuration as its defaults.
SearchSpace space_with_defaults(const RecordedSpace& recorded, std::size_t configuration) {
  auto parameters = recorded.parameters;
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    const std::uint32_t index = recorded.configurations[configuration][k];
    parameters[k].default_value = parameters[k].values[index];
  }
  return SearchSpace::from_configurations(std::move(parameters), recorded.configurations);
}

}  // namespace

ReplayedSpace::ReplayedSpace(const RecordedSpace& recorded)
    : recorded_(&recorded), places_(recorded.configurations.size()) {
  const SearchSpace space = space_with_defaults(recorded, 0);
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const auto index = space.index_of(recorded.at(k));
    if (!index) throw internal_error("{} is not in its own space", to_string(recorded.at(k)));
    places_[*index] = k;
  }
}

// A separate generator for the space, because strategies draw from the seed in their own ways.
SearchSpace ReplayedSpace::with_drawn_defaults(std::uint64_t seed) const {
  std::mt19937_64 generator(seed);
  return space_with_defaults(*recorded_, generator() % places_.size());
}

void ReplayedSpace::require_new(std::uint64_t index, const std::vector<bool>& tried) const {
  if (index >= tried.size()) {
    throw internal_error("{}: the strategy proposed configuration {} of {}", recorded_->name, index,
                         tried.size());
  }
  if (tried[index]) {
    throw internal_error("{}: the strategy proposed {} twice", recorded_->name,
                         to_string(recorded_->at(places_[index])));
  }
}

void for_each_seed(std::uint64_t seeds, unsigned threads,
                   const std::function<void(std::uint64_t seed)>& search) {
  const std::uint64_t cores = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::exception_ptr> failures(seeds);
  std::atomic<std::uint64_t> next = 1;
  {
    std::vector<std::jthread> workers;
    for (std::uint64_t t = 0; t < std::min(threads != 0 ? threads : cores, seeds); ++t) {
      workers.emplace_back([&] {
        for (std::uint64_t seed = next++; seed <= seeds; seed = next++) {
          try {
            search(seed);
          } catch (...) {
            failures[seed - 1] = std::current_exception();
          }
        }
      });
    }
  }
  for (const auto& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

}  // namespace assay
