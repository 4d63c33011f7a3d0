// The division of subgrids into those that the subspace-adaptive algorithm treats as
// subspace-linear and those that it streams.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/level_vectors.hpp"
#include "sparse_grid/accelerator/subspace_linear.hpp"

namespace sparse_grid::accelerator {

// The selectors of Luz (2017) for a subgrid with |S| of its |S^| points. It is streamed if
//
//   |S| < p  or  |S| / |S^| < u        equation 4.3
//   |S| < p  or  |S^| > u^ and |S| < u   equation 5.1, with p = 0; combined as the thesis suggests
struct Selector {
  static ParameterSet parameters();
  // Reads the parameters that `parameters` declares.
  static Selector from(const Configuration& configuration);

  [[nodiscard]] bool streams(double used, double full) const;

  bool by_utilisation = true;  // equation 4.3
  double points = 0;           // p
  double utilisation = 0;      // u of equation 4.3
  double full_threshold = 0;   // u^
  double used_threshold = 0;   // u of equation 5.1
};

struct Selection {
  // Full subgrids may take `available` memory: its `largest` for the slots of all, which are one
  // buffer. If the selector's choice does not fit, the subgrids with the fewest points per byte are
  // streamed as well, the largest first among equals. Subgrids of more than Subgrids::most_slots
  // are also streamed.
  Selection(const LevelVectors& subgrids, const Selector& selector, const SubgridCosts& costs,
            const MemoryNeed& available);

  std::vector<bool> linear;  // [subgrids.size()]
  std::size_t linear_subgrids = 0;
  std::size_t linear_points = 0;
  bool memory_limited = false;  // some are streamed against the selector's choice
};

// The division of the grid by a selection: numbers of points, in ascending order.
struct Parts {
  // Divides the grid with these subgrids.
  Parts(const LevelVectors& subgrids, const Selection& selection);

  std::vector<std::uint32_t> linear;
  LevelVectors linear_vectors;  // of the linear points
  std::vector<std::uint32_t> streamed;
};

}  // namespace sparse_grid::accelerator
