#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "framework/core/space/space.hpp"
#include "framework/store/recorded_space.hpp"

namespace assay {

// A recorded space as a strategy sees it: configurations by their index in a search space.
class ReplayedSpace {
 public:
  // `recorded` must outlive the object.
  explicit ReplayedSpace(const RecordedSpace& recorded);

  // The search space with uniformly drawn defaults, the same ones for every strategy with that
  // seed.
  [[nodiscard]] SearchSpace with_drawn_defaults(std::uint64_t seed) const;
  [[nodiscard]] std::size_t size() const { return places_.size(); }
  // The position in the recorded space of a configuration of the search space.
  [[nodiscard]] std::size_t place(std::uint64_t index) const { return places_[index]; }
  [[nodiscard]] const RecordedOutcome& outcome(std::uint64_t index) const {
    return recorded_->outcomes[places_[index]];
  }

  // Throws internal Error for a proposal outside the space, or one that was tried already.
  void require_new(std::uint64_t index, const std::vector<bool>& tried) const;

 private:
  const RecordedSpace* recorded_;
  std::vector<std::size_t> places_;
};

// Calls search(seed) for the seeds 1 to `seeds`, on `threads` threads (0: one for each core).
// Throws what the first seed threw that threw something, once all have ended.
void for_each_seed(std::uint64_t seeds, unsigned threads,
                   const std::function<void(std::uint64_t seed)>& search);

}  // namespace assay
