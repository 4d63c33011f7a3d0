#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace assay::guard {

// What a revision is against the good one.
enum class RevisionVerdict {
  fine,  // equivalent or faster
  slower,
  unknown,  // it does not build, or the guard cannot tell
};

// The revisions among which the first slow one is: first .. last, one and the same where it is
// found. More where those between cannot be told.
struct Bisection {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t tested = 0;

  [[nodiscard]] bool found() const { return first == last; }
};

// Of `count` revisions in their order, the last of which is known to be slower than the good one
// before the first. Asks for verdicts of as few as halving needs; around an unknown one its nearest
// neighbours are asked. Right where it became slower once; where it did so several times, one of
// these. Requires count > 0.
[[nodiscard]] Bisection bisect(std::size_t count,
                               const std::function<RevisionVerdict(std::size_t)>& verdict_of);

}  // namespace assay::guard
