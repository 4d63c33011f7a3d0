#include "ols/accelerator/symmetric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "ols/accelerator/dialect.hpp"
#include "ols/accelerator/launch.hpp"
#include "ols/library/trust.hpp"

namespace ols::accelerator {

namespace sdk = assay::sdk;

namespace {

constexpr std::size_t rows_of_step = 8;

// The number of a product in fragments.h.
int product_code(const std::string& product) {
  if (product == "fma") return 0;
  if (product == "tf32") return 1;
  if (product == "3xtf32") return 2;
  return product == "fp64-tensor" ? 3 : 4;
}

// A constraint for types `type` with elements of so many bytes: the stages fit into a block's
// shared memory. The formula has a little slack for both layouts of a staged tile.
std::string stages_fit(const char* type, int bytes) {
  return fmt::format(
      "{} or not ({}) or {} * teams * stages * (2 * (tile * stage_rows + 8 * stage_rows + tile) + "
      "stage_rows) <= local_memory_bytes",
      by_warpgroups, type, bytes);
}

// A constraint for sums `sums` of so many registers each: the approximate registers of a thread,
// for all threads that a multiprocessor is to hold.
std::string registers_suffice(const char* sums, int registers, int others) {
  return fmt::format(
      "not ({}) or blocks_at_once * teams * 32 * tile * tile * ({} * warp_tile * warp_across // 32 "
      "+ "
      "{}) <= registers_per_block * warp_tile * warp_across",
      sums, registers, others);
}

}  // namespace

sdk::ParameterSet symmetric_parameters() {
  sdk::ParameterSet all{
      {{"product",
        "How columns are multiplied: with fused multiply-adds in the type of X, or with tensor "
        "cores: on X rounded to TF32, on X as a sum of two such numbers (3xtf32), the smaller of "
        "which may be a bfloat16 (tf32-bf16), by warpgroups on X as a sum of three bfloat16 "
        "(3xbf16) or, with columns scaled, of two float16 (2xfp16), or on X as double.",
        {"tf32-bf16", "3xtf32", "3xbf16", "2xfp16", "fp64-tensor", "fma", "tf32"}},
       {"tile", "Columns and rows of a block's tile of X^T X.", {64, 16, 32, 128}},
       {"warp_tile", "Rows of a warp's part of the tile.", {64, 16, 32}, std::nullopt, by_warps},
       {"warp_across",
        "Columns of a warp's part of the tile.",
        {64, 16, 32},
        std::nullopt,
        by_warps},
       {"blocks_at_once",
        "Blocks that a multiprocessor must have room for: fewer blocks have more registers each.",
        {2, 1, 3, 4}},
       {"teams", "Teams of warps that share the rows of a block.", {4, 1, 2, 8, 16}},
       {"stage_rows", "Rows that are copied to shared memory at a time.", {16, 8, 32, 48, 64}},
       {"stages",
        "Such copies that a team has in flight or in use.",
        {4, 2, 3, 6, 8},
        std::nullopt,
        by_warps},
       {"chains",
        "Small tiles of sums that a warp works on side by side, which hides the latency of "
        "products.",
        {4, 1, 2, 5, 8, 10},
        std::nullopt,
        by_warps},
       {"rows_per_split",
        "Rows that each block sums; then these sums are added in double. 0: as many splits as "
        "blocks_per_unit asks for.",
        {0, 4096, 16384, 65536}},
       {"blocks_per_unit",
        "Blocks of the product for each multiprocessor, if there are enough rows.",
        {6, 1, 2, 3, 4, 8, 12},
        std::nullopt,
        "rows_per_split == 0"}},
      {{"precision == 'float' or product == 'fma' or product == 'fp64-tensor'",
        "TF32 has 11 bits and three bfloat16 have 24, but double needs 53"},
       {"warp_tile <= tile and warp_across <= warp_tile and warp_tile <= 2 * warp_across",
        "a warp's part must fit in the tile, and be a square or half a square"},
       {"teams * tile * tile <= 32 * warp_tile * warp_across", "a block has at most 1024 threads"},
       {"teams <= 8 or tile == warp_across", "a block has 16 barriers"},
       {std::string(by_warpgroups) +
            " or warp_across < 64 or product == '3xtf32' or product == 'tf32' or (product == 'fma' "
            "and precision == 'float') or (product == 'tf32-bf16' and features <= tile)",
        "a thread has too few registers for so many sums and factors"},
       {"warp_tile < 64 or precision == 'float' and product != 'fp64-tensor'",
        "a thread has too few registers for so many sums in double"},
       {registers_suffice("precision == 'float' and product != 'fp64-tensor'", 1, 96),
        "so many threads have too few registers each"},
       {registers_suffice("precision == 'double' or product == 'fp64-tensor'", 2, 64),
        "so many threads have too few registers each"},
       {"product != 'tf32-bf16' or stage_rows >= 16", "products with bfloat16 need 16 rows"},
       {"tile == 16 or tile < 2 * features", "half of a tile would be empty"},
       {stages_fit("precision == 'float'", 4), "stages do not fit in shared memory"},
       {stages_fit("precision == 'double'", 8), "stages do not fit in shared memory"},
       {"rows_per_split < observations", "for one split of all rows there is rows_per_split = 0"}}};
  auto [parameters, constraints] = warpgroup_parameters();
  std::ranges::move(parameters, std::back_inserter(all.parameters));
  std::ranges::move(constraints, std::back_inserter(all.constraints));
  return all;
}

SymmetricPlan::SymmetricPlan(const sdk::Task& task)
    : shape_(task.input("X")),
      is_double_(sdk::is_double(task.input("X"))),
      product_(task.configuration().text("product")),
      tile_(number(task, "tile")),
      warp_tile_(number(task, "warp_tile")),
      warp_across_(number(task, "warp_across")),
      blocks_at_once_(number(task, "blocks_at_once")),
      teams_(number(task, "teams")),
      stage_rows_(number(task, "stage_rows")),
      stages_(number(task, "stages")),
      chains_(number(task, "chains")),
      rows_per_split_(number(task, "rows_per_split")) {
  if (shape_.rows > INT32_MAX || shape_.columns > INT16_MAX) {
    throw sdk::Error(
        ASSAY_UNSUPPORTED,
        fmt::format("the kernels can only count to {} rows and {} columns", INT32_MAX, INT16_MAX));
  }
  if (Warpgroups::terms_of(product_) > 0) warpgroups_.emplace(task);
  if (rows_per_split_ == 0) rows_per_split_ = rows_that_fill(task);
  if (shape_.batch * splits() > most_groups_y) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     fmt::format("{} fits of {} splits are more than the {} groups of a launch: "
                                 "raise rows_per_split, or fuse small fits",
                                 shape_.batch, splits(), most_groups_y));
  }
}

// Chooses the rows of a split so that every team of a block has at least four stages to work on.
std::size_t SymmetricPlan::rows_that_fill(const sdk::Task& task) const {
  const auto units = static_cast<std::size_t>(task.host().device_fact("compute_units"));
  const std::size_t wanted = units * number(task, "blocks_per_unit");
  const std::size_t splits = std::max<std::size_t>(1, wanted / (tiles() * shape_.batch));
  const std::size_t unit = teams_ * stage_rows_;
  const std::size_t rows = std::max(quotient_up(shape_.rows, splits), 4 * unit);
  return std::min(rounded_up(rows, unit), shape_.rows);
}

std::size_t SymmetricPlan::splits() const { return quotient_up(shape_.rows, rows_per_split_); }

std::size_t SymmetricPlan::tiles() const {
  const std::size_t side = quotient_up(shape_.columns, tile_);
  return side * (side + 1) / 2;
}

std::size_t SymmetricPlan::threads() const {
  return warpgroups_ ? warpgroups_->threads() : teams_ * warps_of_team() * 32;
}

std::size_t SymmetricPlan::side_elements() const {
  return shape_.by_rows ? stage_rows_ * (tile_ + 32 / element_bytes()) : tile_ * (stage_rows_ + 1);
}

sdk::CompileOptions SymmetricPlan::options(const sdk::Task& task) const {
  if (warpgroups_) return warpgroups_->options(task);
  const std::size_t pack = std::min(16 / element_bytes(), warp_across_ / rows_of_step);
  auto options = input_options(task, ASSAY_CUDA);
  options.define("PRODUCT", product_code(product_))
      .define("PACK", pack)
      .define("COLUMNS", shape_.columns)
      .define("TILE", tile_)
      .define("WARP_TILE", warp_tile_)
      .define("WARP_ACROSS", warp_across_)
      .define("BLOCKS_AT_ONCE", blocks_at_once_)
      .define("TEAMS", teams_)
      .define("STAGE_ROWS", stage_rows_)
      .define("STAGES", stages_)
      .define("CHAINS", chains_)
      .define("SIDE_ELEMENTS", side_elements());
  return options;
}

std::size_t SymmetricPlan::shared_bytes() const {
  if (warpgroups_) return warpgroups_->shared_bytes();
  const std::size_t sides = one_tile() ? 1 : 2;
  const std::size_t stages =
      teams_ * stages_ * (sides * side_elements() + stage_rows_) * element_bytes();
  const std::size_t sums = (warp_tile_ * warp_across_ / 32 + warp_tile_ / rows_of_step + 1) * 32;
  const std::size_t exchange = teams_ / 2 * warps_of_team() * sums * sum_bytes();
  return rounded_up(std::max(stages, exchange), 16);
}

std::size_t SymmetricPlan::additions(std::size_t rows) const {
  if (warpgroups_) return warpgroups_->additions(rows);
  // Each lane sums a quarter of the rows of X^T y, all by fused multiply-adds.
  const std::size_t of_team = quotient_up(rows, teams_);
  return (product_ == "fma" ? of_team : of_team / 4 + rows_of_step) + teams_;
}

double SymmetricPlan::factor_roundoff() const {
  if (warpgroups_) return warpgroups_->factor_roundoff();
  if (product_ == "tf32") return 0x1p-11;
  if (product_ == "tf32-bf16") return 0x1p-20;
  return product_ == "3xtf32" ? 0x1p-22 : 0;
}

double SymmetricPlan::sum_roundoff() const {
  return is_wide() ? unit_roundoff<double> : unit_roundoff<float>;
}

sdk::Program build_symmetric(const sdk::Task& task) {
  const SymmetricPlan plan(task);
  if (plan.is_by_warpgroups()) {
    return sdk::build(task.host(), "ols/warpgroups.kernel", plan.options(task));
  }
  return sdk::build(task.host(), "ols/symmetric.kernel", plan.options(task));
}

template <class Real, class Sum>
SymmetricProducts<Real, Sum>::SymmetricProducts(const sdk::Task& task)
    : plan_(task),
      program_(build_symmetric(task)),
      kernel_(program_.kernel("symmetric_products")),
      partial_(task.host(), plan_.shape().batch * plan_.splits() * symmetric_sums(plan_.shape())) {}

template <class Real, class Sum>
void SymmetricProducts<Real, Sum>::apply(const sdk::Buffer<Real>& x,
                                         const sdk::Buffer<Real>& y) const {
  const std::size_t threads = plan_.threads();
  kernel_.launch<2>({plan_.tiles() * threads, plan_.shape().batch * plan_.splits()}, {threads, 1},
                    x, y, static_cast<std::uint32_t>(plan_.shape().rows),
                    static_cast<std::uint32_t>(plan_.rows_per_split()),
                    static_cast<std::uint32_t>(plan_.splits()), partial_,
                    sdk::LocalMemory{plan_.shared_bytes()});
}

template class SymmetricProducts<float, float>;
template class SymmetricProducts<float, double>;
template class SymmetricProducts<double, double>;

}  // namespace ols::accelerator
