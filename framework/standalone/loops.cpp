#include "framework/standalone/loops.hpp"

#include <algorithm>

namespace assay::standalone {
namespace {

constexpr std::size_t longest_period = 64;

// How often the `period` items from `begin` on come one after another.
template <class Item>
std::size_t repetitions(const std::vector<Item>& items, std::size_t begin, std::size_t period) {
  std::size_t end = begin + period;
  while (end < items.size() && items[end] == items[end - period]) ++end;
  return (end - begin) / period;
}

}  // namespace

std::vector<ProgramLoop> loops_of(const std::vector<std::size_t>& launches) {
  std::vector<ProgramLoop> loops;
  for (std::size_t at = 0; at < launches.size();) {
    std::size_t period = 1;
    std::size_t times = 1;
    for (std::size_t p = 1; p <= std::min(longest_period, launches.size() - at); ++p) {
      const std::size_t found = repetitions(launches, at, p);
      if (found < 2 || found * p <= period * times) continue;
      period = p;
      times = found;
    }
    const auto begin = launches.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = begin + static_cast<std::ptrdiff_t>(period);
    at += period * times;
    // Launches that are not repeated stand together.
    if (times == 1 && !loops.empty() && loops.back().times == 1) {
      auto& round = loops.back().rounds.front();
      round.insert(round.end(), begin, end);
    } else {
      loops.push_back({{{begin, end}}, times});
    }
  }
  return loops;
}

ProgramLoop loop_until(const std::vector<std::vector<std::size_t>>& rounds, std::size_t until) {
  std::size_t period = rounds.size();
  for (std::size_t p = 1; p <= std::min(longest_period, rounds.size()); ++p) {
    if (rounds.size() % p != 0 || repetitions(rounds, 0, p) != rounds.size() / p) continue;
    period = p;
    break;
  }
  if (period == 0) return {{}, 0, until};
  return {{rounds.begin(), rounds.begin() + static_cast<std::ptrdiff_t>(period)},
          rounds.size() / period,
          until};
}

}  // namespace assay::standalone
