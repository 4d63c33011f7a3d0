// What device and host hand to each other of subtrees that the host grows, as
// kernels/forest/level_wise/host.kernel has it.
#pragma once

#include <cstdint>

namespace forest::level_wise {

// The root of such a subtree.
struct HandedNode {
  std::uint64_t key;
  std::uint32_t tree;
  std::uint32_t depth;
  std::uint32_t begin;  // of its samples among all that are handed over
  std::uint32_t size;
};

// A node as the host has grown it.
struct HostNode {
  std::int32_t attribute;  // -1: a leaf
  std::uint32_t low;       // of a split: the codes that are neighbours
  std::uint32_t high;
  std::uint32_t
      link;  // of a split: where its left child lies, before the right one; a leaf's label
  std::uint32_t count;  // draws
};

}  // namespace forest::level_wise
