// Launches in grids of groups, counted, and host memory for copies.
#pragma once

#include <cstddef>

#include <span>

#include "assay/plugin.hpp"

namespace forest::level_wise {

struct Launcher {
  // As many groups as `items` need, and `rows` of them.
  template <class... Arguments>
  void items(const assay::sdk::Kernel& kernel, std::size_t items, std::size_t rows,
             const Arguments&... arguments) {
    groups(kernel, group, assay::sdk::quotient_up(items, group), rows, arguments...);
  }
  // So many groups of `size` work items, and `rows` of them. None: nothing to do.
  template <class... Arguments>
  void groups(const assay::sdk::Kernel& kernel, std::size_t size, std::size_t groups,
              std::size_t rows, const Arguments&... arguments) {
    groups_on(nullptr, kernel, size, groups, rows, arguments...);
  }
  // The same on a queue, nullptr being the default one.
  template <class... Arguments>
  void groups_on(assay_queue* queue, const assay::sdk::Kernel& kernel, std::size_t size,
                 std::size_t groups, std::size_t rows, const Arguments&... arguments) {
    if (groups == 0 || rows == 0) return;
    kernel.launch_on<2>(queue, {groups * size, rows}, {size, 1}, arguments...);
    ++launches;
  }

  std::size_t group;  // work items, where nothing else is said
  std::size_t launches = 0;
  std::size_t synchronisations = 0;
};

}  // namespace forest::level_wise
