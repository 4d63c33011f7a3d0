// Thread-block clusters: groups that run at the same time and read each other's local memory
// (CUDA Programming Guide, "Thread Block Clusters" and "Distributed Shared Memory"). Consecutive
// groups form a cluster; a kernel's size of clusters is fixed when it is compiled, so that it is
// launched like any other, with a multiple of that many groups:
//
//   KERNEL(WORK_GROUP_SIZE) GROUPS_OF_CLUSTER(4) name(...)
//
// CUDA only, devices of compute capability 9.0 and newer. For older ones the code compiles, so that
// a variant may be looked at anywhere, and stops a kernel that is launched all the same.
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

// The number of this group in its cluster.
FUNCTION uint group_in_cluster() {
  uint number = 0;
  ON_CLUSTERS("mov.u32 %0, %%cluster_ctarank;" : "=r"(number));
  return number;
}

// All items of the cluster's groups; what they wrote to local memory is seen by all.
FUNCTION void cluster_barrier() {
  ON_CLUSTERS(
      "barrier.cluster.arrive.release;\n"
      "barrier.cluster.wait.acquire;" ::
          : "memory");
}

// The word of another group's local memory that lies where `own` does in this group's. The group
// must run: a barrier of the cluster is before the first such look and after the last one.
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
