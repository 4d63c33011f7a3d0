// Launches in grids of groups, with counts, and locked host memory for copies.
#pragma once

#include <cstddef>

#include <span>

#include "assay/plugin.hpp"

namespace forest::level_wise {

struct Launcher {
  // Launches as many groups as `items` need, in each of `rows` rows.
  template <class... Arguments>
  void items(const assay::sdk::Kernel& kernel, std::size_t items, std::size_t rows,
             const Arguments&... arguments) {
    groups(kernel, group, assay::sdk::quotient_up(items, group), rows, arguments...);
  }
  // Launches `groups` groups of `size` work items in each of `rows` rows; nothing if there are
  // none.
  template <class... Arguments>
  void groups(const assay::sdk::Kernel& kernel, std::size_t size, std::size_t groups,
              std::size_t rows, const Arguments&... arguments) {
    groups_on(nullptr, kernel, size, groups, rows, arguments...);
  }
  // Launches as `groups` does, on a queue; nullptr is the default queue.
  template <class... Arguments>
  void groups_on(assay_queue* queue, const assay::sdk::Kernel& kernel, std::size_t size,
                 std::size_t groups, std::size_t rows, const Arguments&... arguments) {
    if (groups == 0 || rows == 0) return;
    kernel.launch_on<2>(queue, {groups * size, rows}, {size, 1}, arguments...);
    ++launches;
  }

  std::size_t group;  // work items of a group unless a size is given
  std::size_t launches = 0;
  std::size_t synchronisations = 0;
};

}  // namespace forest::level_wise
