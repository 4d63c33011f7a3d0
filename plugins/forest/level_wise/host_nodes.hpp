// The records that device and host exchange about subtrees that the host grows, as in
// kernels/forest/level_wise/host.kernel.
#pragma once

#include <cstdint>

namespace forest::level_wise {

// The root of a subtree that the host grows.
struct HandedNode {
  std::uint64_t key;
  std::uint32_t tree;
  std::uint32_t depth;
  std::uint32_t begin;  // index of its first sample among all handed over
  std::uint32_t size;
};

// A node that the host has grown.
struct HostNode {
  std::int32_t attribute;  // -1: a leaf
  std::uint32_t low;       // split: codes low and high are neighbours at the cut
  std::uint32_t high;
  std::uint32_t link;   // split: index of its left child, before the right; leaf: label
  std::uint32_t count;  // draws
};

}  // namespace forest::level_wise
