// tensor-cores.cuda: halves, multiplied by the tensor cores of NVIDIA's GPUs.
#include <numeric>

#include "gemm/accelerator.hpp"

namespace gemm {
namespace {

using namespace assay::sdk;

constexpr std::size_t number_bytes = 2;
constexpr std::size_t unused_numbers = 8;  // after each line of a stage, as in the kernel
constexpr std::size_t most_at_once = 8;    // numbers of a copy

Plan plan_tensor_cores(const Task& task) {
  const Bindings& configuration = task.configuration();
  const Shape shape(task.arguments());
  const std::size_t rows = configuration.size("tile_rows");
  const std::size_t columns = configuration.size("tile_columns");
  const std::size_t inner = configuration.size("tile_inner");
  const std::size_t warps =
      rows / configuration.size("warp_rows") * (columns / configuration.size("warp_columns"));
  const std::size_t lines =
      (shape.transpose_a ? inner : rows) + (shape.transpose_b ? columns : inner);
  return {
      .groups = shape.batch * quotient_up(shape.rows, rows) * quotient_up(shape.columns, columns),
      .group_size = 32 * warps,
      .inner_step = inner,
      .launch_bytes = configuration.size("stages") * number_bytes *
                      ((rows + columns) * inner + unused_numbers * lines)};
}

void define_tensor_cores(const Task& task, CompileOptions& options) {
  const Bindings& configuration = task.configuration();
  const Shape shape(task.arguments());
  options.define("TILE_ROWS", configuration.integer("tile_rows"))
      .define("TILE_COLUMNS", configuration.integer("tile_columns"))
      .define("TILE_INNER", configuration.integer("tile_inner"))
      .define("WARP_ROWS", configuration.integer("warp_rows"))
      .define("WARP_COLUMNS", configuration.integer("warp_columns"))
      .define("STAGES", configuration.integer("stages"))
      .define("BAND", configuration.integer("band"))
      .define("COPY_A", std::gcd(shape.line_a(), most_at_once))
      .define("COPY_B", std::gcd(shape.line_b(), most_at_once));
}

ParameterSet tensor_core_parameters() {
  ParameterSet set{
      {{"tile_rows", "Rows of a group's tile of results.", powers_of_two(16, 256), 128},
       {"tile_columns", "Columns of a group's tile of results.", powers_of_two(32, 256), 128},
       {"tile_inner", "Columns of a stage of a, rows of one of b.", powers_of_two(16, 128), 32},
       {"warp_rows", "Rows of a tile that a warp computes.", powers_of_two(16, 128), 64},
       {"warp_columns", "Columns of a tile that a warp computes.", powers_of_two(16, 128), 64},
       {"stages",
        "Stages in shared memory, of which all but one are on their way.",
        {2, 3, 4, 5, 6},
        3},
       {"band", "Rows of tiles that groups go through column by column.", {1, 4, 16}, 4}},
      {{"precision == 'half'", "its tensor cores multiply halves: see precision"},
       {"compute_capability >= 80",
        "asynchronous copies need a GPU of compute capability 8.0 or newer"},
       {"warp_rows <= tile_rows and warp_columns <= tile_columns",
        "a tile does not have as many rows or columns"},
       {"warp_rows * warp_columns <= 4096", "a thread has too few registers for so many sums"},
       {"tile_rows * tile_columns <= 32768",
        "the sums of a group must leave half of a processor's registers to other uses"},
       {"32 * tile_rows * tile_columns <= max_work_group_size * warp_rows * warp_columns",
        "the device allows no larger work group"},
       {"stages * 2 * ((tile_rows + tile_columns) * tile_inner + 8 * ((tile_inner if transpose_a "
        "else tile_rows) + (tile_columns if transpose_b else tile_inner))) <= local_memory_bytes",
        "stages do not fit in shared memory"},
       {"ceil_div(rows, tile_rows) * ceil_div(columns, tile_columns) * batch <= 2147483647",
        "a launch cannot have more groups"}}};
  set.add(splits_parameters("tile_inner"));
  return set;
}

}  // namespace

void describe_tensor_cores(Plugin& plugin) {
  describe_algorithm(plugin,
                     {"tensor-cores",
                      "Halves, by tensor cores with sums in float; several stages of tiles on "
                      "their way to shared memory.",
                      "gemm/tensor_cores.kernel", tensor_core_parameters(), plan_tensor_cores,
                      define_tensor_cores},
                     ASSAY_CUDA);
}

}  // namespace gemm
