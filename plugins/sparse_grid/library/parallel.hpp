// Work on the host that several threads share.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace sparse_grid {

// Items begin, ..., end - 1.
struct IndexRange {
  std::size_t begin;
  std::size_t end;
};

// The ranges, at least one, into which `count` items are best divided, if fewer than `least` are
// not worth waking a thread.
std::vector<IndexRange> parallel_ranges(std::size_t count, std::size_t least);

// work(part) for each part, by the calling thread and others, which stay for the next time: to
// start them takes as long as most of what they are for. Throws what the first part that fails
// throws, once all have ended. May be called by several threads at once, and from within `work`.
void in_parallel(std::size_t parts, const std::function<void(std::size_t)>& work);

}  // namespace sparse_grid
