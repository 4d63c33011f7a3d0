// The variant cluster-sort: a cluster of groups sorts an array that is too long for one group, in
// registers and local memories.
#pragma once

#include <cstddef>

#include "sort/accelerator/batches.hpp"
#include "sort/accelerator/block_sort.hpp"
#include "sort/accelerator/pairs_on_device.hpp"

namespace sorting::accelerator {

struct ClusterShape : BlockShape {
  ClusterShape(assay_backend where, const assay::sdk::Bindings& configuration, std::size_t bytes);

  // The bytes of local memory that a group needs for so many pairs:
  // kernels/sort/cluster_sort.kernel.
  [[nodiscard]] std::size_t local_bytes(std::size_t pairs) const;

  std::size_t groups;  // groups of a cluster
};

// An algorithm for SortTrial (sort_trial.hpp), for CUDA.
class ClusterSort {
 public:
  using Shape = ClusterShape;
  static constexpr const char* name = "cluster-sort";
  static constexpr const char* doc =
      "Sort of each array by a cluster of work groups that read each other's local memory: each "
      "group sorts a part by its digits, and the parts are merged; stable.";
  static ParameterSet parameters(assay_backend backend);
  static assay::sdk::Program build(const Device& device, const ClusterShape& shape,
                                   const assay::sdk::Bindings& configuration);

  ClusterSort(const Device& device, const ClusterShape& shape,
              const assay::sdk::Bindings& configuration, const PairsOnDevice& pairs);
  std::size_t enqueue(const Batch& batch, assay_queue* queue) const;

 private:
  ClusterShape shape_;
  const PairsOnDevice& pairs_;
  assay::sdk::Kernel kernel_;
};

}  // namespace sorting::accelerator
