// A grid as the sequence of entries from which support lists are cut:
// kernels/sparse_grid/support.h.
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

  // Ancestors that are no grid points have entries as well, with no_point for a number. Throws
  // sdk::Error (ASSAY_UNSUPPORTED) beyond 2^14 - 1 dimensions.
  explicit SupportEntries(const Nodes& nodes);
  // Those of all subtrees of the root, which threads share, one after the other. `order` is that of
  // Nodes. Which entries come when within a run is not for the threads to decide.
  SupportEntries(const GridPoints& points, std::span<const std::uint32_t> order);

  [[nodiscard]] std::size_t size() const { return hats.size(); }

  // 2^level and index of each, [size()][2]; of the root both 0: a hat that is 1 everywhere.
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
