// Hierarchization by the paper's Algorithm 6 (kernels/compact_grid/compact_hierarchize.kernel).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "compact_grid/accelerator/parameters.hpp"
#include "compact_grid/accelerator/target.hpp"

namespace compact_grid::accelerator {

// An algorithm with the interface that hierarchize_trial.hpp describes.
class CompactHierarchize {
 public:
  static constexpr const char* name = "compact";
  static constexpr const char* doc =
      "The paper's iterative Algorithm 6: one work group for each subspace, one launch for each "
      "sum of levels and each dimension; points find their parents by idx2gp and gp2idx.";
  static ParameterSet parameters(assay_backend backend);
  static void compile(const Target& target);

  explicit CompactHierarchize(const Target& target);
  std::size_t enqueue(const assay::sdk::Buffer<std::byte>& numbers) const;
  [[nodiscard]] std::size_t passes() const { return passes_; }
  [[nodiscard]] std::size_t table_bytes() const { return tables_.bytes(); }

 private:
  struct Launch {
    std::uint32_t dimension;
    std::uint32_t fixed;
    std::uint32_t sides;
    std::uint32_t sum;
    std::size_t subspaces;
  };

  DeviceTables tables_;
  assay::sdk::Kernel kernel_;
  std::size_t group_;
  std::size_t passes_;
  std::vector<Launch> launches_;
};

}  // namespace compact_grid::accelerator
