// The variant bitonic-global: all groups sort all arrays of a batch together, phase by phase in
// global memory (the first of the two ways of Haas 2016, section 5.6.3: a launch for each step).
#pragma once

#include "sort/accelerator/batches.hpp"
#include "sort/accelerator/bitonic.hpp"
#include "sort/accelerator/pairs_on_device.hpp"

namespace sorting::accelerator {

// An algorithm for SortTrial (sort_trial.hpp).
class BitonicGlobal {
 public:
  using Shape = Bitonic;
  static constexpr const char* name = "bitonic-global";
  static constexpr const char* doc =
      "Bitonic merge sort of arrays of any length by many work groups each: tiles are sorted in "
      "local "
      "memory, then a launch orders a few strides of a phase in global memory.";
  static ParameterSet parameters(assay_backend backend);
  static assay::sdk::Program build(const Device& device, const Bitonic& shape,
                                   const assay::sdk::Bindings& configuration);

  BitonicGlobal(const Device& device, const Bitonic& shape,
                const assay::sdk::Bindings& configuration, const PairsOnDevice& pairs);
  std::size_t enqueue(const Batch& batch, assay_queue* queue) const;

 private:
  // Launches groups for each array of a batch on one queue, and counts the launches.
  struct Launches;

  Bitonic shape_;
  std::size_t tile_;
  bool is_fused_;
  const PairsOnDevice& pairs_;
  assay::sdk::Buffer<std::byte> positions_;  // empty unless positions are carried
  assay::sdk::Kernel sort_tiles_;
  assay::sdk::Kernel merge_tiles_;
  assay::sdk::Kernel merge_strides_;
  assay::sdk::Kernel gather_payloads_;
};

}  // namespace sorting::accelerator
