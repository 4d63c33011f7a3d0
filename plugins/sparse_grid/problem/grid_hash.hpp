// The hash of a grid, as a part of the keys of cache entries.
#pragma once

#include "assay/plugin.hpp"
#include "sparse_grid/library/grid.hpp"

namespace sparse_grid {

inline void add_grid(assay::sdk::ContentHash& hash, const Grid& grid) {
  hash.add(grid.dimensions());
  hash.add_all(grid.levels());
  hash.add_all(grid.indices());
}

}  // namespace sparse_grid
