// A grid as the sequence of entries from which support lists are cut
// (kernels/sparse_grid/support.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sparse_grid/library/data_order.hpp"
#include "sparse_grid/library/grid_points.hpp"
#include "sparse_grid/library/nodes.hpp"

namespace sparse_grid {

struct SupportEntries {
  static constexpr std::size_t entry_words = 4;

  // Ancestors that are not grid points have entries as well, with the point no_point. Throws
  // sdk::Error (ASSAY_UNSUPPORTED) beyond 2^14 - 1 dimensions.
  explicit SupportEntries(const Nodes& nodes);
  // Makes the entries of all subtrees of the root, which are divided among threads, one subtree
  // after another. `order` is that of Nodes. The order of entries within a run does not depend on
  // the threads.
  SupportEntries(const GridPoints& points, std::span<const std::uint32_t> order);

  [[nodiscard]] std::size_t size() const { return hats.size(); }

  // 2^level and index of each entry, [size()][2]; both are 0 for the root: a hat that is 1
  // everywhere.
  template <class Real>
  [[nodiscard]] std::vector<Real> shapes() const {
    auto pairs = sparse_grid::shapes<Real>(hats);
    pairs[0] = pairs[1] = 0;
    return pairs;
  }

  std::vector<std::uint32_t> words;  // [size()][entry_words]
  std::vector<Hat> hats;             // [size()]
};

}  // namespace sparse_grid
