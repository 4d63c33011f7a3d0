#include "ols/accelerator/symmetric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kernels.hpp"
#include "ols/library/trust.hpp"

namespace ols::accelerator {

namespace sdk = assay::sdk;

namespace {

constexpr std::size_t most_parts = 65535;  // of a CUDA grid
constexpr std::size_t rows_of_step = 8;

std::size_t number(const sdk::Task& task, const char* name) {
  return static_cast<std::size_t>(task.configuration().integer(name));
}

std::size_t quotient_up(std::size_t items, std::size_t unit) {
  return (items + unit - 1) / unit;
}

// As fragments.h numbers them.
int product_code(const std::string& product) {
  if (product == "fma") return 0;
  if (product == "tf32") return 1;
  return product == "3xtf32" ? 2 : 3;
}

}  // namespace

ProductParameters symmetric_parameters() {
  return {
      {{"product",
        "How columns are multiplied: fused multiply-adds in the type of X, or tensor cores on X "
        "rounded to TF32, on X as a sum of two such numbers (3xtf32: about as exact as float), or "
        "on X as double.",
        {"3xtf32", "fp64-tensor", "fma", "tf32"}},
       {"tile", "Columns and rows of a block's tile of X^T X.", {64, 16, 32, 128}},
       {"warp_tile", "Columns and rows of a warp's part of the tile.", {64, 16, 32}},
       {"teams", "Teams of warps that share out the rows of a block.", {4, 1, 2, 8}},
       {"stage_rows", "Rows that are copied to shared memory at a time.", {8, 16, 32}},
       {"stages", "Such copies that a team has under way or at work.", {4, 2, 3, 6, 8}},
       {"rows_per_split",
        "Rows that blocks of their own sum up; then the sums are added in double. 0: as many "
        "splits "
        "as blocks_per_unit wants.",
        {0, 4096, 16384, 65536}},
       {"blocks_per_unit",
        "Blocks of the product for each multiprocessor, where rows allow.",
        {6, 1, 2, 3, 4, 8, 12},
        std::nullopt,
        "rows_per_split == 0"}},
      {{"precision == 'float' or product == 'fma' or product == 'fp64-tensor'",
        "TF32 has 11 bits, and double wants 53"},
       {"warp_tile <= tile and tile <= 4 * warp_tile", "warps share out a tile, 16 at most"},
       {"warp_tile < 64 or product == '3xtf32' or product == 'tf32' or (product == 'fma' and "
        "precision == 'float')",
        "a thread has not registers for a tile of 64 x 64 sums in double"},
       {"teams * tile * tile <= 32 * warp_tile * warp_tile", "a block has at most 1024 threads"},
       {"tile == 16 or tile < 2 * features", "half of a tile would be empty"},
       {"teams * stages * (2 * tile * (stage_rows + 2) + stage_rows) * 4 <= local_memory_bytes",
        "stages do not fit in shared memory"},
       {"rows_per_split < observations", "one split of all rows is rows_per_split = 0"}}};
}

SymmetricPlan::SymmetricPlan(const sdk::Task& task)
    : shape_(task.input("X")),
      is_double_(task.input("X").element == ASSAY_F64),
      product_(task.configuration().text("product")),
      tile_(number(task, "tile")),
      warp_tile_(number(task, "warp_tile")),
      teams_(number(task, "teams")),
      stage_rows_(number(task, "stage_rows")),
      stages_(number(task, "stages")),
      rows_per_split_(number(task, "rows_per_split")) {
  if (shape_.rows > INT32_MAX || shape_.columns > INT16_MAX) {
    throw sdk::Error(
        ASSAY_UNSUPPORTED,
        fmt::format("the kernels count up to {} rows and {} columns", INT32_MAX, INT16_MAX));
  }
  if (rows_per_split_ == 0) rows_per_split_ = rows_that_fill(task);
  if (shape_.batch * splits() > most_parts) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     fmt::format("{} fits of {} splits are more than the {} groups of a launch: "
                                 "raise rows_per_split, or fuse small fits",
                                 shape_.batch, splits(), most_parts));
  }
}

// Every team of a block has a few stages to work on.
std::size_t SymmetricPlan::rows_that_fill(const sdk::Task& task) const {
  const auto units = static_cast<std::size_t>(task.host().device_fact("compute_units"));
  const std::size_t wanted = units * number(task, "blocks_per_unit");
  const std::size_t splits = std::max<std::size_t>(1, wanted / (tiles() * shape_.batch));
  const std::size_t unit = teams_ * stage_rows_;
  const std::size_t rows = std::max(quotient_up(shape_.rows, splits), 4 * unit);
  return std::min(quotient_up(rows, unit) * unit, shape_.rows);
}

std::size_t SymmetricPlan::splits() const { return quotient_up(shape_.rows, rows_per_split_); }

std::size_t SymmetricPlan::tiles() const {
  const std::size_t side = quotient_up(shape_.columns, tile_);
  return side * (side + 1) / 2;
}

std::size_t SymmetricPlan::threads() const { return teams_ * warps_of_team() * 32; }

std::size_t SymmetricPlan::side_elements() const {
  return shape_.by_rows ? stage_rows_ * (tile_ + 32 / element_bytes()) : tile_ * (stage_rows_ + 1);
}

sdk::CompileOptions SymmetricPlan::options() const {
  const std::size_t pack = std::min(16 / element_bytes(), warp_tile_ / rows_of_step);
  const auto integer = [](std::size_t value) { return static_cast<std::int64_t>(value); };
  sdk::CompileOptions options;
  options.define("REAL_BITS", is_double_ ? 64 : 32)
      .define("VECTOR_WIDTH", 1)
      .define("PRODUCT", product_code(product_))
      .define("PACK", integer(pack))
      .define("COLUMNS", integer(shape_.columns))
      .define("BY_ROWS", shape_.by_rows ? 1 : 0)
      .define("TILE", integer(tile_))
      .define("WARP_TILE", integer(warp_tile_))
      .define("TEAMS", integer(teams_))
      .define("STAGE_ROWS", integer(stage_rows_))
      .define("STAGES", integer(stages_))
      .define("SIDE_ELEMENTS", integer(side_elements()));
  return options;
}

std::size_t SymmetricPlan::shared_bytes() const {
  const std::size_t sides = one_tile() ? 1 : 2;
  const std::size_t stages =
      teams_ * stages_ * (sides * side_elements() + stage_rows_) * element_bytes();
  const std::size_t sums = (warp_tile_ * warp_tile_ / 32 + warp_tile_ / rows_of_step + 1) * 32;
  const std::size_t exchange = teams_ > 1 ? warps_of_team() * sums * sum_bytes() : 0;
  return quotient_up(std::max(stages, exchange), 16) * 16;
}

std::size_t SymmetricPlan::additions(std::size_t rows) const {
  // X^T y sums up a quarter of the rows in each lane, fused multiply-adds all.
  const std::size_t of_team = quotient_up(rows, teams_);
  return (product_ == "fma" ? of_team : of_team / 4 + rows_of_step) + teams_;
}

double SymmetricPlan::factor_roundoff() const {
  if (product_ == "tf32") return 0x1p-11;
  return product_ == "3xtf32" ? 0x1p-22 : 0;
}

double SymmetricPlan::sum_roundoff() const {
  return is_wide() ? unit_roundoff<double> : unit_roundoff<float>;
}

sdk::Program build_symmetric(const sdk::Task& task) {
  const std::array sources{kernels::symmetric_kernel, kernels::symmetric_h, kernels::fragments_h,
                           kernels::dialect_h};
  return {task.host(), sources, SymmetricPlan(task).options()};
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
