// The variant warp-sort: some or all lanes of a warp sort an array in their registers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sort/accelerator/batches.hpp"
#include "sort/accelerator/pairs_on_device.hpp"
#include "sort/accelerator/parameter_set.hpp"

namespace sorting::accelerator {

// The constants of kernels/sort/warp_sort.kernel.
struct WarpShape {
  WarpShape(assay_backend where, const assay::sdk::Bindings& configuration, std::size_t bytes);

  [[nodiscard]] assay::sdk::CompileOptions options() const;
  // The bytes of local memory of a group.
  [[nodiscard]] std::size_t local_bytes() const;

  assay_backend backend;
  std::size_t work_group_size;
  std::size_t lanes;     // lanes that sort an array
  std::size_t elements;  // held by each lane
  bool carries_positions;
  std::size_t payload_bytes;
};

// An algorithm for SortTrial (sort_trial.hpp), for CUDA.
class WarpSort {
 public:
  using Shape = WarpShape;
  static constexpr const char* name = "warp-sort";
  static constexpr const char* doc =
      "Bitonic merge sort of each short array by a few lanes of a warp, in their registers.";
  static ParameterSet parameters(assay_backend backend);
  static assay::sdk::Program build(const Device& device, const WarpShape& shape,
                                   const assay::sdk::Bindings& configuration);

  WarpSort(const Device& device, const WarpShape& shape, const assay::sdk::Bindings& configuration,
           const PairsOnDevice& pairs);
  std::size_t enqueue(const Batch& batch, assay_queue* queue) const;

 private:
  WarpShape shape_;
  const PairsOnDevice& pairs_;
  assay::sdk::Kernel kernel_;
};

}  // namespace sorting::accelerator
