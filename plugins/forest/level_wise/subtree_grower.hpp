// Grows subtrees on the host, with the parts of the CPU's trainer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "forest/level_wise/host_nodes.hpp"
#include "forest/library/inputs.hpp"
#include "forest/library/score.hpp"
#include "forest/library/tree_part.hpp"

namespace forest::level_wise {

// The grower of a thread's subtrees; each thread has its own.
class SubtreeGrower {
 public:
  SubtreeGrower() = default;
  SubtreeGrower(const SubtreeGrower&) = delete;
  SubtreeGrower& operator=(const SubtreeGrower&) = delete;
  virtual ~SubtreeGrower() = default;

  // Grows one subtree into `nodes`: the root, then pairs of children; links of splits are indices
  // of `nodes`. Reorders the samples. Returns the depth of the deepest node.
  virtual std::uint32_t grow(const HandedNode& root, std::span<Drawn> samples,
                             std::vector<HostNode>& nodes) = 0;
};

// Creates a grower. Borrows the codes, [attributes, samples] of code_bytes each (1, 2 or 4), and
// the table, which must cover the draws of all later subtrees.
std::unique_ptr<SubtreeGrower> make_subtree_grower(std::span<const std::byte> codes,
                                                   std::size_t code_bytes, const TrainingData& data,
                                                   const Settings& settings,
                                                   const CountTable& table);

}  // namespace forest::level_wise
