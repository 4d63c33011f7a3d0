// Evaluation by factors that level vectors share (kernels/compact_grid/factors.kernel).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "compact_grid/accelerator/parameters.hpp"
#include "compact_grid/accelerator/target.hpp"

namespace compact_grid::accelerator {

// An algorithm with the interface that evaluate_trial.hpp describes. The fact order_seconds is the
// time of sorting the points.
class Factors {
 public:
  static constexpr const char* name = "factors";
  static constexpr const char* doc =
      "Products of one-dimensional hat functions are combined along the tree of the level vectors, "
      "recomputing only what changes; points are ordered along a curve, so that neighbours read "
      "neighbours.";
  static ParameterSet parameters(assay_backend backend);
  static void compile(const Target& target);

  template <class T>
  Factors(const Target& target, std::span<const T> points);
  std::size_t enqueue(const assay::sdk::Buffer<std::byte>& coefficients,
                      const assay::sdk::Buffer<std::byte>& values) const;
  [[nodiscard]] std::size_t table_bytes() const { return tables_.bytes(); }

 private:
  DeviceTables tables_;
  assay::sdk::Buffer<std::byte> coordinates_;  // [dimensions][count], sorted
  assay::sdk::Buffer<std::uint32_t> order_;    // place of each point among the values
  assay::sdk::Kernel evaluate_split_;
  assay::sdk::Kernel add_splits_;
  std::uint64_t count_;
  std::size_t splits_;
  std::size_t group_;
  std::size_t items_;  // of a split
  std::size_t local_bytes_;
  assay::sdk::Buffer<std::byte> parts_;  // [splits][count]
};

}  // namespace compact_grid::accelerator
