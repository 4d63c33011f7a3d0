#include <fmt/format.h>

#include <algorithm>

#include "ols/accelerator/dialect.hpp"
#include "ols/accelerator/launch.hpp"
#include "ols/accelerator/tall_skinny.hpp"

namespace ols::accelerator {

namespace sdk = assay::sdk;

namespace {

constexpr std::size_t usual_radix = 4;

// The count of numbers of a triangle of n rows, row k with its elements k to n
// (kernels/ols/reflect.h).
std::size_t triangle_numbers(std::size_t columns) { return columns * (columns + 3) / 2; }

// The count of numbers in a warp's part as laid out in tsqr.kernel: two columns in flight, the
// columns' scales, a triangle.
std::size_t warp_numbers(std::size_t columns, std::size_t lanes_across, std::size_t rows_of_lane,
                         std::size_t element_bytes) {
  const std::size_t pack = 16 / element_bytes;
  return 2 * (32 / lanes_across) * (rows_of_lane + pack) +
         rounded_up(rounded_up(columns + 1, lanes_across), pack) +
         rounded_up(triangle_numbers(columns), pack);
}

// An upper bound of warp_numbers in bytes, as an expression of constraints.
std::string warp_bytes_text(int element_bytes) {
  return fmt::format(
      "{0} * (features * (features + 3) // 2 + features + lanes_across + 8 + "
      "64 // lanes_across * (rows_of_lane + {1}))",
      element_bytes, 16 / element_bytes);
}

// The registers that a thread needs, as an expression: its part of a tile and of a column, two
// numbers for each slot, and others.
std::string registers_text(int words) {
  return fmt::format(
      "({} * ((features + lanes_across) // lanes_across * (rows_of_lane + 2) + rows_of_lane) + 32)",
      words);
}

void add_limits(std::vector<sdk::Constraint>& constraints, const char* precision, int bytes) {
  const auto where = [&](const std::string& limit) {
    return fmt::format("precision != '{}' or {}", precision, limit);
  };
  constraints.push_back({where(registers_text(bytes / 4) + " <= 255"),
                         "a thread has too few registers for so large a part of a tile"});
  constraints.push_back({where("32 * warps * blocks_at_once * " + registers_text(bytes / 4) +
                               " <= registers_per_block"),
                         "so many threads have too few registers each"});
  constraints.push_back({where("warps * " + warp_bytes_text(bytes) + " <= local_memory_bytes"),
                         "triangles of so many columns do not fit in shared memory"});
}

}  // namespace

sdk::ParameterSet tall_skinny_parameters() {
  sdk::ParameterSet all{
      {{"lanes_across",
        "Lanes of a warp that share the elements of a row; the other lanes share rows.",
        {8, 4, 16, 32}},
       {"rows_of_lane", "Rows of a tile that a lane has in registers.", {20, 4, 8, 12, 16, 24, 32}},
       {"warps", "Warps of a block, each with a triangle of its own.", {4, 1, 2, 8}},
       {"blocks_at_once",
        "Blocks that a multiprocessor must have room for: fewer blocks have more registers each.",
        {2, 1, 3, 4}},
       {"rows_per_triangle",
        "Rows that a warp reduces to a triangle, tile by tile. 0: as many triangles as the device "
        "can work on at once.",
        {0, 1024, 4096, 16384}},
       {"radix", "Triangles that are combined into one in each step up the tree.", {4, 2, 8, 16}}},
      {{"lanes_across == 4 or lanes_across <= 2 * features", "half of the lanes would be idle"},
       {"rows_per_triangle < observations",
        "for one triangle of all rows there is rows_per_triangle = 0"}}};
  add_limits(all.constraints, "float", 4);
  add_limits(all.constraints, "double", 8);
  return all;
}

TallSkinnyPlan TallSkinnyPlan::configured(const sdk::Task& task) {
  TallSkinnyPlan plan(task, number(task, "lanes_across"), number(task, "rows_of_lane"),
                      number(task, "warps"), number(task, "blocks_at_once"));
  plan.radix_ = number(task, "radix");
  if (const std::size_t rows = number(task, "rows_per_triangle"); rows > 0) {
    plan.rows_per_triangle_ = rows;
  }
  return plan;
}

// Takes as many rows of a tile as fit into registers with its columns, and two warps for each
// scheduler if shared memory has room for their triangles.
TallSkinnyPlan TallSkinnyPlan::usual(const sdk::Task& task) {
  const Shape shape(task.input("X"));
  const std::size_t bytes = sdk::is_double(task.input("X")) ? 8 : 4;
  std::size_t lanes = 8;
  while (lanes < 32 && quotient_up(shape.columns + 1, lanes) > 10) lanes *= 2;
  const std::size_t slots = quotient_up(shape.columns + 1, lanes);
  const std::size_t words = slots * bytes / 4;
  const std::size_t rows = words <= 9 ? 20 : (words <= 12 ? 12 : (words <= 18 ? 8 : 4));
  const auto memory = static_cast<std::size_t>(task.host().device_fact("local_memory_bytes"));
  const std::size_t fit = memory / (bytes * warp_numbers(shape.columns, lanes, rows, bytes));
  return {task, lanes, rows, std::clamp<std::size_t>(fit, 1, 4), fit >= 8 ? 2U : 1U};
}

bool TallSkinnyPlan::takes(const sdk::Task& task) {
  const std::size_t columns = Shape(task.input("X")).columns;
  const std::size_t bytes = sdk::is_double(task.input("X")) ? 8 : 4;
  constexpr std::size_t most_columns = 319;  // 32 lanes with ten slots each, one for y
  const auto memory = static_cast<std::size_t>(task.host().device_fact("local_memory_bytes"));
  return columns <= most_columns && bytes * warp_numbers(columns, 32, 4, bytes) <= memory;
}

TallSkinnyPlan::TallSkinnyPlan(const sdk::Task& task, std::size_t lanes_across,
                               std::size_t rows_of_lane, std::size_t warps,
                               std::size_t blocks_at_once)
    : shape_(task.input("X")),
      element_bytes_(sdk::is_double(task.input("X")) ? 8 : 4),
      lanes_across_(lanes_across),
      rows_of_lane_(rows_of_lane),
      warps_(warps),
      blocks_at_once_(blocks_at_once),
      rows_per_triangle_(rows_that_fill(task)),
      radix_(usual_radix) {
  if (shape_.rows > INT32_MAX || shape_.batch > INT32_MAX / 32) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     fmt::format("the kernels can only count to {} rows and {} fits", INT32_MAX,
                                 INT32_MAX / 32));
  }
  if (triangles() > 1 && shape_.batch > most_groups_y) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     fmt::format("{} fits of several triangles are more than the {} groups of a "
                                 "launch: raise rows_per_triangle",
                                 shape_.batch, most_groups_y));
  }
}

// Chooses the rows of a triangle: as many triangles as the device runs warps at once, each of
// enough rows to be larger than its triangle.
std::size_t TallSkinnyPlan::rows_that_fill(const sdk::Task& task) const {
  const auto units = static_cast<std::size_t>(task.host().device_fact("compute_units"));
  const std::size_t wanted =
      std::max<std::size_t>(1, units * blocks_at_once_ * warps_ / shape_.batch);
  const std::size_t rows = std::max(quotient_up(shape_.rows, wanted), shape_.columns);
  return rounded_up(rows, tile_rows());
}

std::size_t TallSkinnyPlan::triangles() const {
  return quotient_up(shape_.rows, rows_per_triangle_);
}

std::size_t TallSkinnyPlan::record_numbers() const {
  // A record ends with the remainder of y, and the scales of the columns and y.
  return triangle_numbers(shape_.columns) + 1 + shape_.columns + 1;
}

std::size_t TallSkinnyPlan::shared_bytes_of_warp() const {
  return element_bytes_ *
         warp_numbers(shape_.columns, lanes_across_, rows_of_lane_, element_bytes_);
}

// Counts the additions in a lane's part of a tile, over tiles, and up the tree.
std::size_t TallSkinnyPlan::additions() const {
  std::size_t sum = rows_of_lane_ + quotient_up(rows_per_triangle_, tile_rows());
  for (std::size_t count = triangles(); count > 1; count = quotient_up(count, radix_)) {
    sum += quotient_up((radix_ - 1) * shape_.columns, tile_rows());
  }
  return sum;
}

sdk::CompileOptions TallSkinnyPlan::options(const sdk::Task& task) const {
  auto options = input_options(task, ASSAY_CUDA);
  options.define("COLUMNS", shape_.columns)
      .define("LANES_ACROSS", lanes_across_)
      .define("ROWS_OF_LANE", rows_of_lane_)
      .define("WARPS", warps_)
      .define("BLOCKS_AT_ONCE", blocks_at_once_);
  return options;
}

}  // namespace ols::accelerator
