// Work on the host that is divided among several threads.
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

// Divides `count` items into ranges, at least one, given that fewer than `least` items are not
// worth waking a thread.
std::vector<IndexRange> parallel_ranges(std::size_t count, std::size_t least);

// Calls work(part) for each part in the calling thread and others, which are kept for later calls:
// starting them takes as long as most of the work they are used for. Throws the exception of the
// first part that fails, after all parts have ended. May be called by several threads at once, and
// from within `work`.
void in_parallel(std::size_t parts, const std::function<void(std::size_t)>& work);

}  // namespace sparse_grid
