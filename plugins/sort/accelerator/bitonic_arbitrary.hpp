// The variant bitonic-arbitrary: a group sorts an array of any length in place, in one launch (the
// single phase bitonic sort in global memory of Haas 2016, section 5.6.4, combined with the future
// work of its section 9.1.1).
#pragma once

#include "sort/accelerator/batches.hpp"
#include "sort/accelerator/bitonic.hpp"
#include "sort/accelerator/pairs_on_device.hpp"

namespace sorting::accelerator {

// An algorithm for SortTrial (sort_trial.hpp).
class BitonicArbitrary {
 public:
  using Shape = Bitonic;
  static constexpr const char* name = "bitonic-arbitrary";
  static constexpr const char* doc =
      "Bitonic merge sort of each array, of any length and in place, by one work group in one "
      "launch: long strides are ordered in global memory, those within a tile in local memory.";
  static ParameterSet parameters(assay_backend backend);
  static assay::sdk::Program build(const Device& device, const Bitonic& shape,
                                   const assay::sdk::Bindings& configuration);

  BitonicArbitrary(const Device& device, const Bitonic& shape,
                   const assay::sdk::Bindings& configuration, const PairsOnDevice& pairs);
  std::size_t enqueue(const Batch& batch, assay_queue* queue) const;

 private:
  Bitonic shape_;
  std::size_t tile_;
  const PairsOnDevice& pairs_;
  assay::sdk::Buffer<std::byte> positions_;  // empty unless positions are carried
  assay::sdk::Kernel kernel_;
};

}  // namespace sorting::accelerator
