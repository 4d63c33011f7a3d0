// The variant bitonic-shared: a group sorts an array in local memory (the single phase bitonic sort
// in shared memory of Haas 2016, section 5.6.4), of any length that fits there.
#pragma once

#include "sort/accelerator/batches.hpp"
#include "sort/accelerator/bitonic.hpp"
#include "sort/accelerator/pairs_on_device.hpp"

namespace sorting::accelerator {

// An algorithm for SortTrial (sort_trial.hpp).
class BitonicShared {
 public:
  using Shape = Bitonic;
  static constexpr const char* name = "bitonic-shared";
  static constexpr const char* doc =
      "Bitonic merge sort of each array by one work group in local memory, in one launch.";
  static ParameterSet parameters(assay_backend backend);
  static assay::sdk::Program build(const Device& device, const Bitonic& shape,
                                   const assay::sdk::Bindings& configuration);

  BitonicShared(const Device& device, const Bitonic& shape,
                const assay::sdk::Bindings& configuration, const PairsOnDevice& pairs);
  std::size_t enqueue(const Batch& batch, assay_queue* queue) const;

 private:
  Bitonic shape_;
  const PairsOnDevice& pairs_;
  assay::sdk::Kernel kernel_;
};

}  // namespace sorting::accelerator
