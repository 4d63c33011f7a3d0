// The launches of a plan as a trial repeats them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "framework/kernel_file/launch_plan.hpp"

namespace assay {

// A `Launch` for each launch of a plan: its function and arguments, ready to start.
template <class Launch>
class PreparedLaunches {
 public:
  PreparedLaunches() = default;
  // `prepare` makes a Launch of a PlannedLaunch.
  template <class Prepare>
  PreparedLaunches(const std::vector<PlannedRounds>& plan, const Prepare& prepare) {
    for (const PlannedRounds& planned : plan) {
      Part& part = parts_.emplace_back();
      part.until = planned.until;
      for (const auto& round : planned.rounds) {
        auto& launches = part.rounds.emplace_back();
        for (const PlannedLaunch& launch : round) launches.push_back(prepare(launch));
      }
    }
  }

  // Calls start(Launch) for one after another. After each round of a loop that waits for a flag,
  // is_set(name) tells whether that array's first element has ended it.
  template <class Start, class IsSet>
  void run(const Start& start, const IsSet& is_set) const {
    for (const Part& part : parts_) {
      for (const auto& round : part.rounds) {
        for (const Launch& launch : round) start(launch);
        if (!part.until.empty() && is_set(part.until)) break;
      }
    }
  }

 private:
  struct Part {
    std::vector<std::vector<Launch>> rounds;
    std::string until;
  };

  std::vector<Part> parts_;
};

// Whether an element of a flag's array is not 0.
[[nodiscard]] inline bool is_set(std::span<const std::byte> element) {
  return std::ranges::any_of(element, [](std::byte byte) { return byte != std::byte{0}; });
}

}  // namespace assay
