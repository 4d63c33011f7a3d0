// Subtrees that the host grows, by what the CPU's trainer is made of.
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

// One for each thread.
class SubtreeGrower {
 public:
  SubtreeGrower() = default;
  SubtreeGrower(const SubtreeGrower&) = delete;
  SubtreeGrower& operator=(const SubtreeGrower&) = delete;
  virtual ~SubtreeGrower() = default;

  // The nodes of one subtree: the root, then pairs of children; links of splits are places among
  // them. Samples change places. Returns the depth of the deepest node.
  virtual std::uint32_t grow(const HandedNode& root, std::span<Drawn> samples,
                             std::vector<HostNode>& nodes) = 0;
};

// Borrows codes, [attributes, samples] of code_bytes each (1, 2 or 4), and the table, which reaches
// the draws of the subtrees to come.
std::unique_ptr<SubtreeGrower> make_subtree_grower(std::span<const std::byte> codes,
                                                   std::size_t code_bytes, const TrainingData& data,
                                                   const Settings& settings,
                                                   const CountTable& table);

}  // namespace forest::level_wise
