// The division of rows and columns in products by warpgroups (kernels/ols/warpgroups.kernel): X as
// a sum of three bfloat16 or of two float16, on GPUs of compute capability 9.0.
#pragma once

#include <cstddef>
#include <string_view>

#include "assay/plugin.hpp"
#include "ols/accelerator/products.hpp"
#include "ols/library/inputs.hpp"

namespace ols::accelerator {

// Expressions for constraints: whether `product` is computed by warpgroups or by warps.
inline constexpr const char* by_warpgroups = "(product == '3xbf16' or product == '2xfp16')";
inline constexpr const char* by_warps = "not (product == '3xbf16' or product == '2xfp16')";

// The parameters producer_groups, ahead, rows_per_sum; and the constraints that products by
// warpgroups put on tile, teams, stage_rows and blocks_at_once.
assay::sdk::ParameterSet warpgroup_parameters();

class Warpgroups {
 public:
  // The terms into which this product splits each number; 0 for products not by warpgroups.
  static std::size_t terms_of(std::string_view product);

  // Requires a task whose product is by warpgroups.
  explicit Warpgroups(const assay::sdk::Task& task);

  // The constants of the kernel, and the architecture whose instructions it needs.
  [[nodiscard]] assay::sdk::CompileOptions options(const assay::sdk::Task& task) const;
  // The threads of a block.
  [[nodiscard]] std::size_t threads() const { return teams_ * (consumers() + producers()); }
  // The bytes of shared memory for the rows of two stages of each team, later reused for the tile
  // and the sums of X^T y, and for scales and barriers.
  [[nodiscard]] std::size_t shared_bytes() const;
  // The additions through which a term of X^T y, over so many rows, goes.
  [[nodiscard]] std::size_t additions(std::size_t rows) const;
  // The relative error of a product: the part of a number that the terms omit, and the part that
  // tensor cores truncate in sums of rows_per_sum rows.
  [[nodiscard]] double factor_roundoff() const;

 private:
  [[nodiscard]] std::size_t consumers() const { return 2 * tile_; }  // threads of a team
  [[nodiscard]] std::size_t producers() const { return 128 * producer_groups_; }
  // The registers that a producer of a full block gives to a consumer.
  [[nodiscard]] std::size_t given_registers() const;
  [[nodiscard]] std::size_t sides() const { return shape_.columns <= tile_ ? 1 : 2; }
  // The place of the columns' scales in a block's shared memory, and their size, both in bytes.
  [[nodiscard]] std::size_t scales_at() const;
  [[nodiscard]] std::size_t scales_bytes() const;
  // The place of the barriers in a block's shared memory, in bytes.
  [[nodiscard]] std::size_t handover_at() const;

  Shape shape_;
  std::size_t terms_;  // terms of a number
  std::size_t tile_;
  std::size_t teams_;
  std::size_t stage_rows_;
  std::size_t blocks_at_once_;
  std::size_t producer_groups_;
  std::size_t ahead_;
  std::size_t rows_per_sum_;
};

}  // namespace ols::accelerator
