// How products by warpgroups share out rows and columns (kernels/ols/warpgroups.kernel): X as a sum
// of three bfloat16 or of two float16, on GPUs of compute capability 9.0.
#pragma once

#include <cstddef>
#include <string_view>

#include "assay/plugin.hpp"
#include "ols/accelerator/products.hpp"
#include "ols/library/inputs.hpp"

namespace ols::accelerator {

// Where `product` is theirs and where it is not, as expressions of constraints.
inline constexpr const char* by_warpgroups = "(product == '3xbf16' or product == '2xfp16')";
inline constexpr const char* by_warps = "not (product == '3xbf16' or product == '2xfp16')";

// producer_groups, ahead, rows_per_sum; and what tile, teams, stage_rows and
// blocks_at_once of such products must keep to.
assay::sdk::ParameterSet warpgroup_parameters();

class Warpgroups {
 public:
  // That this product takes each number apart into; 0 of products that are not theirs.
  static std::size_t terms_of(std::string_view product);

  // For a task of such a product.
  explicit Warpgroups(const assay::sdk::Task& task);

  // Constants of the kernel, and the architecture whose instructions it needs.
  [[nodiscard]] assay::sdk::CompileOptions options(const assay::sdk::Task& task) const;
  // Threads of a block.
  [[nodiscard]] std::size_t threads() const { return teams_ * (consumers() + producers()); }
  // For the rows of two stages of each team, later for the tile and the sums of X^T y, and for
  // scales.
  [[nodiscard]] std::size_t shared_bytes() const;
  // That a term of X^T y goes through, of so many rows.
  [[nodiscard]] std::size_t additions(std::size_t rows) const;
  // Relative error of a product: what the terms leave, and what tensor cores cut off in the sums of
  // rows_per_sum rows.
  [[nodiscard]] double factor_roundoff() const;

 private:
  [[nodiscard]] std::size_t consumers() const { return 2 * tile_; }  // threads of a team
  [[nodiscard]] std::size_t producers() const { return 128 * producer_groups_; }
  // Registers that a producer of a full block gives to a consumer.
  [[nodiscard]] std::size_t given_registers() const;
  [[nodiscard]] std::size_t sides() const { return shape_.columns <= tile_ ? 1 : 2; }
  // Where in a block's shared memory the columns' scales begin, and how much room they take.
  [[nodiscard]] std::size_t scales_at() const;
  [[nodiscard]] std::size_t scales_bytes() const;
  // Where its barriers do.
  [[nodiscard]] std::size_t handover_at() const;

  Shape shape_;
  std::size_t terms_;  // of a number
  std::size_t tile_;
  std::size_t teams_;
  std::size_t stage_rows_;
  std::size_t blocks_at_once_;
  std::size_t producer_groups_;
  std::size_t ahead_;
  std::size_t rows_per_sum_;
};

}  // namespace ols::accelerator
