// Numbers what is marked: kernels/sparse_grid/folded/numbering.kernel. And limits of numbers.
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

  // How many of `marks` are 1, the others being 0; numbers[i] = how many before i, and items =
  // which. Throws ASSAY_UNSUPPORTED beyond 2^32 - 1.
  std::uint32_t number(const Words& marks, const Words& numbers, Words& items) const;
  // numbers[i] for each i of `where`.
  [[nodiscard]] std::vector<std::uint32_t> look_up(const std::vector<std::uint32_t>& where,
                                                   const Words& numbers) const;

 private:
  assay::sdk::Host host_;
  assay::sdk::Program program_;
};

// Replaces each number by the sum of those `stride` before it, and so on. Returns the sums of all,
// of which there are `stride`. Throws ASSAY_UNSUPPORTED beyond 2^32 - 1.
std::vector<std::uint32_t> sums_before(std::vector<std::uint32_t>& counts, std::size_t stride,
                                       const char* what);

// Throws ASSAY_UNSUPPORTED where so many cannot be numbered.
void require_words(std::uint64_t count, const char* what);

// The fact of the trial that says what folded lists and making them take. Throws ASSAY_UNSUPPORTED,
// with the bytes, where that is more than allowed.
void require_bytes(const assay::sdk::Host& host, double needed, double allowed);

}  // namespace sparse_grid::accelerator::folded
