// How products by warpgroups share out rows and columns (kernels/ols/warpgroups.kernel): X as a sum
// of three bfloat16, on GPUs of compute capability 9.0.
#pragma once

#include <cstddef>

#include "assay/plugin.hpp"
#include "ols/accelerator/products.hpp"
#include "ols/library/inputs.hpp"

namespace ols::accelerator {

// Their `product`, and where it holds as an expression of constraints.
inline constexpr const char* warpgroup_product = "3xbf16";
inline constexpr const char* by_warpgroups = "product == '3xbf16'";

// producer_groups, ahead, rows_per_sum; and what tile, teams, stage_rows and blocks_at_once of such
// products must keep to.
ProductParameters warpgroup_parameters();

class Warpgroups {
 public:
  explicit Warpgroups(const assay::sdk::Task& task);

  // Constants of the kernel, and the architecture whose instructions it needs.
  [[nodiscard]] assay::sdk::CompileOptions options(const assay::sdk::Task& task) const;
  // Of a block.
  [[nodiscard]] std::size_t threads() const { return teams_ * (consumers() + producers()); }
  // For the rows of two stages of each team, later for the tile and the sums of X^T y.
  [[nodiscard]] std::size_t shared_bytes() const;
  // That a term of X^T y goes through, of so many rows.
  [[nodiscard]] std::size_t additions(std::size_t rows) const;
  // Relative error of a product: what tensor cores cut off in the sums of rows_per_sum rows.
  [[nodiscard]] double product_roundoff() const;

 private:
  [[nodiscard]] std::size_t consumers() const { return 2 * tile_; }  // threads of a team
  [[nodiscard]] std::size_t producers() const { return 128 * producer_groups_; }
  // Registers that a producer of a full block gives to a consumer.
  [[nodiscard]] std::size_t given_registers() const;

  Shape shape_;
  std::size_t tile_;
  std::size_t teams_;
  std::size_t stage_rows_;
  std::size_t blocks_at_once_;
  std::size_t producer_groups_;
  std::size_t ahead_;
  std::size_t rows_per_sum_;
};

}  // namespace ols::accelerator
