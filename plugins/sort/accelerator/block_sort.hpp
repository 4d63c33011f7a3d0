// The variant block-sort: a group sorts an array in registers and local memory, by its digits.
#pragma once

#include <cstddef>
#include <string>

#include "sort/accelerator/batches.hpp"
#include "sort/accelerator/pairs_on_device.hpp"
#include "sort/accelerator/radix.hpp"

namespace sorting::accelerator {

// The shape of a group that sorts pairs in registers and local memory: kernels/sort/group_sort.h.
struct BlockShape : Radix {
  BlockShape(assay_backend where, const assay::sdk::Bindings& configuration, std::size_t bytes);

  // The parameters of Radix with these defaults, digits and carry.
  static ParameterSet parameters(int work_group_size, int elements, int resident_groups);
  // A constraint: so many pairs (an expression) fit into local memory, with each warp's counts.
  static assay::sdk::Constraint fits_local_memory(const std::string& pairs);
};

// An algorithm for SortTrial (sort_trial.hpp), for CUDA.
class BlockSort {
 public:
  using Shape = BlockShape;
  static constexpr const char* name = "block-sort";
  static constexpr const char* doc =
      "Radix sort of each array by one work group, in registers and local memory: stable.";
  static ParameterSet parameters(assay_backend backend);
  static assay::sdk::Program build(const Device& device, const BlockShape& shape,
                                   const assay::sdk::Bindings& configuration);

  BlockSort(const Device& device, const BlockShape& shape,
            const assay::sdk::Bindings& configuration, const PairsOnDevice& pairs);
  std::size_t enqueue(const Batch& batch, assay_queue* queue) const;

 private:
  BlockShape shape_;
  const PairsOnDevice& pairs_;
  assay::sdk::Kernel kernel_;
};

}  // namespace sorting::accelerator
