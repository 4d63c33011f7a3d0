#include "ols/accelerator/warpgroups.hpp"

#include <algorithm>

#include "ols/accelerator/dialect.hpp"
#include "ols/accelerator/launch.hpp"

namespace ols::accelerator {

namespace sdk = assay::sdk;

namespace {

constexpr std::size_t piece_columns = 4;  // as in term_rows.h
constexpr std::size_t element_bytes = 2;
constexpr std::size_t barrier_bytes = 8;  // as in handover.h
constexpr std::size_t barriers_of_team = 4;

}  // namespace

sdk::ParameterSet warpgroup_parameters() {
  const std::string otherwise = std::string("not ") + by_warpgroups + " or ";
  return {{{"producer_groups",
            "Warpgroups of a team that load rows, in addition to those that multiply.",
            {1, 2, 3},
            std::nullopt,
            by_warpgroups},
           {"ahead",
            "Stages that a producer has in flight from memory.",
            {2, 1, 3, 4},
            std::nullopt,
            by_warpgroups},
           {"rows_per_sum",
            "Rows that tensor cores sum up, truncating instead of rounding.",
            {64, 32, 48, 96, 128},
            std::nullopt,
            by_warpgroups}},
          {{otherwise + "compute_capability == 90",
            "warpgroups multiply only on GPUs of compute capability 9.0"},
           {otherwise + "tile == 64 or tile == 128", "a warpgroup needs 64 columns of a tile"},
           {otherwise + "stage_rows >= 16 and rows_per_sum % stage_rows == 0",
            "a product needs 16 rows, and a sum whole stages"},
           {otherwise + "stage_rows * tile % (512 * producer_groups) == 0",
            "producers must share a stage evenly"},
           {otherwise + "blocks_at_once * teams * (tile + 64 * producer_groups) <= 256",
            "so many threads have too few registers each"},
           {otherwise + "ahead * stage_rows * tile <= 8192 * producer_groups",
            "a producer has too few registers for so many rows"},
           {otherwise +
                "blocks_at_once * teams * tile * (stage_rows * (24 if product == '3xbf16' else 16) "
                "+ 8) + 256 <= local_memory_bytes",
            "stages do not fit in shared memory"}}};
}

std::size_t Warpgroups::terms_of(const std::string_view product) {
  if (product == "3xbf16") return 3;
  return product == "2xfp16" ? 2 : 0;
}

Warpgroups::Warpgroups(const sdk::Task& task)
    : shape_(task.input("X")),
      terms_(terms_of(task.configuration().text("product"))),
      tile_(number(task, "tile")),
      teams_(number(task, "teams")),
      stage_rows_(number(task, "stage_rows")),
      blocks_at_once_(number(task, "blocks_at_once")),
      producer_groups_(number(task, "producer_groups")),
      ahead_(number(task, "ahead")),
      rows_per_sum_(number(task, "rows_per_sum")) {}

std::size_t Warpgroups::given_registers() const {
  const bool is_full = blocks_at_once_ * threads() == 512;
  return is_full && tile_ == 128 ? 48 : 0;
}

sdk::CompileOptions Warpgroups::options(const sdk::Task& task) const {
  auto options = input_options(task, ASSAY_CUDA);
  options.define("COLUMNS", shape_.columns)
      .define("TERMS", terms_)
      .define("SCALES_AT", scales_at())
      .define("HANDOVER_AT", handover_at())
      .define("TILE", tile_)
      .define("TEAMS", teams_)
      .define("STAGE_ROWS", stage_rows_)
      .define("BLOCKS_AT_ONCE", blocks_at_once_)
      .define("PRODUCER_GROUPS", producer_groups_)
      .define("AHEAD", ahead_)
      .define("ROWS_PER_SUM", rows_per_sum_)
      .define("GIVEN_REGISTERS", given_registers())
      .flag("--gpu-architecture=sm_90a");
  return options;
}

std::size_t Warpgroups::scales_at() const {
  const std::size_t stages = 2 * teams_ * sides() * tile_ * stage_rows_ * terms_ * element_bytes;
  const std::size_t pieces = shape_.by_rows ? 1 : stage_rows_ * tile_ / piece_columns / producers();
  const std::size_t targets = teams_ * producers() * (pieces * piece_columns + 1);
  return std::max(stages, (tile_ * (tile_ + 1) + targets) * sizeof(float));
}

std::size_t Warpgroups::scales_bytes() const {
  return terms_ == 2 ? teams_ * sides() * tile_ * sizeof(float) : 0;
}

std::size_t Warpgroups::handover_at() const {
  return quotient_up(scales_at() + scales_bytes(), barrier_bytes) * barrier_bytes;
}

std::size_t Warpgroups::shared_bytes() const {
  return handover_at() + teams_ * barriers_of_team * barrier_bytes;
}

std::size_t Warpgroups::additions(std::size_t rows) const {
  const std::size_t of_team = quotient_up(rows, teams_);
  const std::size_t threads = shape_.by_rows ? producers() * piece_columns / tile_ : stage_rows_;
  return quotient_up(of_team, threads) + threads + teams_;
}

// The products of 16 rows, six of them for three terms and three for two, each lose half a unit in
// a sum's last place on average. With two terms, the second is rounded and its square omitted.
double Warpgroups::factor_roundoff() const {
  const std::size_t products = rows_per_sum_ / 16 * (terms_ == 3 ? 6 : 3);
  return static_cast<double>(products) * 0x1p-25 + (terms_ == 3 ? 0 : 0x1p-22);
}

}  // namespace ols::accelerator
