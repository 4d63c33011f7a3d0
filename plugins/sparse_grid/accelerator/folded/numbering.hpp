// Numbers marked items (kernels/sparse_grid/folded/numbering.kernel), and checks the limits of
// numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded/program.hpp"

namespace sparse_grid::accelerator::folded {

class Numbering {
 public:
  explicit Numbering(const Device& device);

  static void compile(const Device& device);

  // Returns how many of `marks` are 1; the others must be 0. Writes numbers[i] = the number of
  // marked items before item i, and the marked items to `items`. Throws ASSAY_UNSUPPORTED beyond
  // 2^32 - 1.
  std::uint32_t number(const Words& marks, const Words& numbers, Words& items) const;
  // Returns numbers[i] for each i of `where`.
  [[nodiscard]] std::vector<std::uint32_t> look_up(const std::vector<std::uint32_t>& where,
                                                   const Words& numbers) const;

 private:
  assay::sdk::Host host_;
  assay::sdk::Program program_;
};

// Replaces each number by the sum of those at distances `stride`, 2 `stride`, ... before it.
// Returns the sums of all numbers, `stride` in all. Throws ASSAY_UNSUPPORTED beyond 2^32 - 1.
std::vector<std::uint32_t> sums_before(std::vector<std::uint32_t>& counts, std::size_t stride,
                                       const char* what);

// Throws ASSAY_UNSUPPORTED if `count` items are too many to be numbered in 32 bits.
void require_words(std::uint64_t count, const char* what);

// Attaches the memory of folded lists and of making them to the trial as a fact. Throws
// ASSAY_UNSUPPORTED, with the bytes, if that is more than allowed.
void require_bytes(const assay::sdk::Host& host, double needed, double allowed);

}  // namespace sparse_grid::accelerator::folded
