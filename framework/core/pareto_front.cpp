#include "framework/core/pareto_front.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace assay {
namespace {

Interval as_measured(const Interval& interval) {
  return std::isfinite(interval.upper)
             ? interval
             : Interval{interval.median, interval.median, interval.median};
}

}  // namespace

bool no_worse(const ParetoPoint& a, const ParetoPoint& b) {
  if (as_measured(a.objective).lower > as_measured(b.objective).upper) return false;
  return std::equal(a.further.begin(), a.further.end(), b.further.begin(),
                    [](double x, double y) { return x <= y; });
}

std::vector<std::size_t> pareto_front(const std::vector<ParetoPoint>& points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  // In this order no point is left out because of a later one: a point that is no worse in the
  // further quantities comes no later, and of points that are equal in them the fastest comes
  // first.
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tie(points[a].further, points[a].objective.median) <
           std::tie(points[b].further, points[b].objective.median);
  });
  std::vector<std::size_t> members;
  for (const std::size_t index : order) {
    const bool left_out = std::any_of(members.begin(), members.end(), [&](std::size_t member) {
      return no_worse(points[member], points[index]);
    });
    if (!left_out) members.push_back(index);
  }
  std::stable_sort(members.begin(), members.end(), [&](std::size_t a, std::size_t b) {
    return points[a].objective.median < points[b].objective.median;
  });
  return members;
}

std::vector<std::size_t> evenly_spread(std::size_t size, std::size_t count) {
  std::vector<std::size_t> chosen;
  const std::size_t taken = std::min(size, count);
  for (std::size_t k = 0; k < taken; ++k) {
    chosen.push_back(taken == 1 ? 0 : (k * (size - 1) + (taken - 1) / 2) / (taken - 1));
  }
  return chosen;
}

}  // namespace assay
