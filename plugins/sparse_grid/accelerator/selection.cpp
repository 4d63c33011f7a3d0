#include "sparse_grid/accelerator/selection.hpp"

#include <algorithm>

#include "sparse_grid/accelerator/subgrids.hpp"

namespace sparse_grid::accelerator {

Selector Selector::from(const Configuration& configuration) {
  Selector selector;
  selector.by_utilisation = configuration.text("selector") == "utilisation";
  selector.points = static_cast<double>(configuration.size("points_threshold"));
  selector.utilisation = configuration.real("utilisation_threshold");
  selector.full_threshold = static_cast<double>(configuration.size("full_threshold"));
  selector.used_threshold = static_cast<double>(configuration.size("used_threshold"));
  return selector;
}

ParameterSet Selector::parameters() {
  constexpr std::int64_t all = std::int64_t{1} << 31;  // more points than any subgrid has
  ParameterSet set;
  set.parameters = {
      {"selector",
       "Which subgrids are streamed (all others are stored full). utilisation: those with fewer "
       "points than points_threshold, or with a smaller share of their possible points than "
       "utilisation_threshold (equation 4.3). size: those with fewer points than points_threshold, "
       "and those with more possible points than full_threshold but fewer actual ones than "
       "used_threshold (equation 5.1).",
       {"utilisation", "size"}},
      {"points_threshold",
       "p: a subgrid with fewer points is streamed.",
       {0, 2, 3, 4, 6, 8, 12, 16, 32},
       8},
      {"utilisation_threshold",
       "u: a subgrid with a smaller share is streamed. 0: none for that reason; 2: all.",
       {0.0, 1e-7, 2e-7, 5e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.03, 0.1, 0.3, 2.0},
       0.0,
       "selector == 'utilisation'"},
      {"full_threshold",
       "u^: subgrids with at most this many possible points are never streamed for low "
       "utilisation.",
       {0, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576},
       4096,
       "selector == 'size'"},
      {"used_threshold",
       "u: larger subgrids with fewer points are streamed. 0: none for that reason; 2^31: all.",
       {0, 2, 3, 4, 6, 8, 12, 16, 32, all},
       4,
       "selector == 'size'"}};
  return set;
}

bool Selector::streams(double used, double full) const {
  if (used < points) return true;
  return by_utilisation ? used / full < utilisation
                        : full > full_threshold && used < used_threshold;
}

Selection::Selection(const LevelVectors& subgrids, const Selector& selector,
                     const SubgridCosts& costs, const MemoryNeed& available)
    : linear(subgrids.size()) {
  struct Stored {
    std::size_t subgrid;
    double used;
    double full;
  };
  std::vector<Stored> stored;
  double slots = 0;
  double bytes = 0;
  const auto bytes_of = [&](const Stored& s) {
    return s.full * costs.slot + costs.subgrid + s.used * costs.point;
  };
  for (std::size_t s = 0; s < subgrids.size(); ++s) {
    const Stored one{s, static_cast<double>(subgrids.used[s]), subgrids.full_points(s)};
    if (selector.streams(one.used, one.full)) continue;
    if (one.full > Subgrids::most_slots) {
      memory_limited = true;
      continue;
    }
    stored.push_back(one);
    slots += one.full;
    bytes += bytes_of(one);
  }
  const auto fits = [&] {
    return slots * costs.slot <= available.largest && bytes <= available.total;
  };
  if (!fits()) {
    memory_limited = true;
    // The subgrids to be removed first are sorted to the end.
    std::stable_sort(stored.begin(), stored.end(), [&](const Stored& a, const Stored& b) {
      const double a_worth = a.used / bytes_of(a);
      const double b_worth = b.used / bytes_of(b);
      return a_worth != b_worth ? a_worth > b_worth : a.full < b.full;
    });
    while (!stored.empty() && !fits()) {
      slots -= stored.back().full;
      bytes -= bytes_of(stored.back());
      stored.pop_back();
    }
  }
  linear_subgrids = stored.size();
  for (const Stored& one : stored) {
    linear[one.subgrid] = true;
    linear_points += subgrids.used[one.subgrid];
  }
}

Parts::Parts(const LevelVectors& subgrids, const Selection& selection)
    : linear_vectors(subgrids.part(selection.linear)) {
  linear.reserve(selection.linear_points);
  streamed.reserve(subgrids.owners.size() - selection.linear_points);
  for (std::uint32_t point = 0; point < subgrids.owners.size(); ++point) {
    auto& part = selection.linear[subgrids.owners[point]] ? linear : streamed;
    part.push_back(point);
  }
}

}  // namespace sparse_grid::accelerator
