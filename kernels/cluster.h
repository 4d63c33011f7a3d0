// Thread-block clusters: groups that run at the same time and read each other's local memory (CUDA
// Programming Guide, "Thread Block Clusters" and "Distributed Shared Memory"). Consecutive groups
// form a cluster; the cluster size of a kernel is fixed when it is compiled, so that it is launched
// like any other kernel, with a multiple of that many groups:
//
//   KERNEL(WORK_GROUP_SIZE) GROUPS_OF_CLUSTER(4) name(...)
//
// CUDA only, for devices of compute capability 9.0 and newer. The code also compiles for older
// ones, so that a variant can be inspected anywhere, but a kernel that is launched there traps.
#ifndef CLUSTER_H
#define CLUSTER_H

#include "dialect.h"

#if __CUDA_ARCH__ >= 900
#define GROUPS_OF_CLUSTER(groups) __cluster_dims__(groups, 1, 1)
#define ON_CLUSTERS(...) asm volatile(__VA_ARGS__)
#else
#define GROUPS_OF_CLUSTER(groups)
#define ON_CLUSTERS(...) __trap()
#endif

// Returns the number of this group in its cluster.
FUNCTION uint group_in_cluster() {
  uint number = 0;
  ON_CLUSTERS("mov.u32 %0, %%cluster_ctarank;" : "=r"(number));
  return number;
}

// Waits for all items of the cluster's groups; makes their writes to local memory visible to all.
FUNCTION void cluster_barrier() {
  ON_CLUSTERS(
      "barrier.cluster.arrive.release;\n"
      "barrier.cluster.wait.acquire;" ::
          : "memory");
}

// Returns the word of another group's local memory at the place that `own` has in this group's. The
// other group must be running: a barrier of the cluster must precede the first such load and follow
// the last one.
FUNCTION uint load_of_group(LOCAL_SPACE const uint* const own, const uint group) {
  uint word = 0;
  uint address = (uint)__cvta_generic_to_shared(own);
  ON_CLUSTERS(
      "{\n"
      "  .reg .b32 there;\n"
      "  mapa.shared::cluster.u32 there, %1, %2;\n"
      "  ld.shared::cluster.u32 %0, [there];\n"
      "}"
      : "=r"(word)
      : "r"(address), "r"(group));
  return word;
}
FUNCTION ulong load_of_group(LOCAL_SPACE const ulong* const own, const uint group) {
  ulong word = 0;
  uint address = (uint)__cvta_generic_to_shared(own);
  ON_CLUSTERS(
      "{\n"
      "  .reg .b32 there;\n"
      "  mapa.shared::cluster.u32 there, %1, %2;\n"
      "  ld.shared::cluster.u64 %0, [there];\n"
      "}"
      : "=l"(word)
      : "r"(address), "r"(group));
  return word;
}

#endif
