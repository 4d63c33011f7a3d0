// The variant rank-sort: each pair of a short array is compared with all others, and goes straight
// to its place (enumeration sort; Knuth, volume 3, 5.2, algorithm C).
#pragma once

#include <cstddef>
#include <cstdint>

#include "sort/accelerator/batches.hpp"
#include "sort/accelerator/pairs_on_device.hpp"
#include "sort/accelerator/parameter_set.hpp"

namespace sorting::accelerator {

// The constants of kernels/sort/rank_sort.kernel.
struct RankShape {
  RankShape(assay_backend where, const assay::sdk::Bindings& configuration, std::size_t bytes);

  [[nodiscard]] assay::sdk::CompileOptions options() const;
  [[nodiscard]] std::size_t arrays_of_group() const { return work_group_size / lanes; }

  assay_backend backend;
  std::size_t work_group_size;
  std::size_t lanes;  // work items that sort an array
  std::size_t payload_bytes;
};

// An algorithm for SortTrial (sort_trial.hpp).
class RankSort {
 public:
  using Shape = RankShape;
  static constexpr const char* name = "rank-sort";
  static constexpr const char* doc =
      "Each pair of a short array is compared with all others and goes straight to its place.";
  static ParameterSet parameters(assay_backend backend);
  static assay::sdk::Program build(const Device& device, const RankShape& shape,
                                   const assay::sdk::Bindings& configuration);

  RankSort(const Device& device, const RankShape& shape, const assay::sdk::Bindings& configuration,
           const PairsOnDevice& pairs);
  std::size_t enqueue(const Batch& batch, assay_queue* queue) const;

 private:
  RankShape shape_;
  const PairsOnDevice& pairs_;
  assay::sdk::Kernel kernel_;
};

}  // namespace sorting::accelerator
