// The variant onesweep: long arrays, each sorted by as many groups as it has tiles, with one pass
// over the pairs for each digit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sort/accelerator/batches.hpp"
#include "sort/accelerator/pairs_on_device.hpp"
#include "sort/accelerator/radix.hpp"

namespace sorting::accelerator {

struct OnesweepShape : Radix {
  OnesweepShape(assay_backend where, const assay::sdk::Bindings& configuration, std::size_t bytes);
  // The number of passes over the pairs is even, so that pairs end where they began.
  static constexpr std::size_t digit_bits = 8;
  static constexpr std::size_t passes = 32 / digit_bits;
};

// An algorithm for SortTrial (sort_trial.hpp), for CUDA.
class Onesweep {
 public:
  using Shape = OnesweepShape;
  static constexpr const char* name = "onesweep";
  static constexpr const char* doc =
      "Radix sort of arrays of any length by many work groups each, all arrays in the same "
      "launches: one pass over the pairs for each of four digits, stable (Adinets and Merrill "
      "2022).";
  static ParameterSet parameters(assay_backend backend);
  static assay::sdk::Program build(const Device& device, const OnesweepShape& shape,
                                   const assay::sdk::Bindings& configuration);

  Onesweep(const Device& device, const OnesweepShape& shape,
           const assay::sdk::Bindings& configuration, const PairsOnDevice& pairs);
  std::size_t enqueue(const Batch& batch, assay_queue* queue) const;

 private:
  void make_tiles(const assay::sdk::Host& host);

  OnesweepShape shape_;
  const PairsOnDevice& pairs_;
  std::size_t counting_groups_;
  std::vector<std::uint32_t> first_tiles_;         // first tile of each array; [arrays + 1]
  assay::sdk::Buffer<std::uint32_t> tile_arrays_;  // [tiles] the array of each tile
  assay::sdk::Buffer<std::uint32_t> first_tiles_there_;
  assay::sdk::Buffer<std::uint32_t> rows_;     // as in kernels/sort/onesweep.kernel
  assay::sdk::Buffer<std::uint32_t> tickets_;  // [arrays][passes]
  // The place of the pairs after every other pass.
  assay::sdk::Buffer<float> other_keys_;
  assay::sdk::Buffer<std::byte> other_payloads_;
  assay::sdk::Kernel clear_rows_;
  assay::sdk::Kernel count_all_digits_;
  assay::sdk::Kernel sort_tiles_;
};

}  // namespace sorting::accelerator
