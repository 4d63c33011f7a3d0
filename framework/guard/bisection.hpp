#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace assay::guard {

// The verdict on a revision compared with the good one.
enum class RevisionVerdict {
  fine,  // equivalent or faster
  slower,
  unknown,  // it does not build, or the guard is undecided
};

// The range first .. last that contains the first slow revision; a single revision if that was
// found, more if the verdicts on those between are unknown.
struct Bisection {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t tested = 0;

  [[nodiscard]] bool found() const { return first == last; }
};

// Bisects `count` revisions in their order, the last of which is known to be slower than the good
// revision that precedes the first. Asks for as few verdicts as halving needs; if one is unknown,
// asks for those of its nearest neighbours. Correct if the slowdown happened once; if it happened
// several times, finds one of the places. Requires count > 0.
[[nodiscard]] Bisection bisect(std::size_t count,
                               const std::function<RevisionVerdict(std::size_t)>& verdict_of);

}  // namespace assay::guard
