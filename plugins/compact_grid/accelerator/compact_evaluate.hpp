// Evaluation by the paper's Algorithm 7 (kernels/compact_grid/compact_evaluate.kernel).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "compact_grid/accelerator/parameters.hpp"
#include "compact_grid/accelerator/target.hpp"

namespace compact_grid::accelerator {

// An algorithm with the interface that evaluate_trial.hpp describes.
class CompactEvaluate {
 public:
  static constexpr const char* name = "compact";
  static constexpr const char* doc =
      "The paper's iterative Algorithm 7: each work item evaluates its points, and all items of a "
      "group walk over the subspaces together.";
  static ParameterSet parameters(assay_backend backend);
  static void compile(const Target& target);

  template <class T>
  CompactEvaluate(const Target& target, std::span<const T> points);
  std::size_t enqueue(const assay::sdk::Buffer<std::byte>& coefficients,
                      const assay::sdk::Buffer<std::byte>& values) const;
  [[nodiscard]] std::size_t table_bytes() const { return tables_.bytes(); }

 private:
  DeviceTables tables_;
  assay::sdk::Buffer<std::byte> points_;
  assay::sdk::Kernel kernel_;
  std::uint64_t count_;
  std::size_t group_;
  std::size_t items_;
  std::size_t local_bytes_;
};

}  // namespace compact_grid::accelerator
