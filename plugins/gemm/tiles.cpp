// tiles.opencl and tiles.cuda: tiles in local memory, blocks of sums in registers.
#include "gemm/accelerator.hpp"

namespace gemm {
namespace {

using namespace assay::sdk;

Plan plan_tiles(const Task& task) {
  const Bindings& configuration = task.configuration();
  const Shape shape(task.arguments());
  const std::size_t tile_rows = configuration.size("tile_rows");
  const std::size_t tile_columns = configuration.size("tile_columns");
  return {.groups = shape.batch * quotient_up(shape.rows, tile_rows) *
                    quotient_up(shape.columns, tile_columns),
          .group_size = tile_rows / configuration.size("item_rows") *
                        (tile_columns / configuration.size("item_columns")),
          .inner_step = configuration.size("tile_inner")};
}

void define_tiles(const Task& task, CompileOptions& options) {
  const Bindings& configuration = task.configuration();
  options.define("TILE_ROWS", configuration.integer("tile_rows"))
      .define("TILE_COLUMNS", configuration.integer("tile_columns"))
      .define("TILE_INNER", configuration.integer("tile_inner"))
      .define("ITEM_ROWS", configuration.integer("item_rows"))
      .define("ITEM_COLUMNS", configuration.integer("item_columns"))
      .define("LOAD_A", configuration.integer("load_a"))
      .define("LOAD_B", configuration.integer("load_b"))
      .define("PAD", configuration.integer("pad"))
      .define("BUFFERS", configuration.integer("buffers"))
      .define("BAND", configuration.integer("band"));
}

// Without constraints, which tiles_parameters adds.
std::vector<Parameter> tile_parameters() {
  return {
      {"tile_rows", "Rows of a tile of results.", powers_of_two(16, 128), 64},
      {"tile_columns", "Columns of a tile of results.", powers_of_two(16, 128), 64},
      {"tile_inner", "Columns of a tile of a, rows of one of b.", powers_of_two(8, 32), 16},
      {"item_rows", "Rows of a tile that an item sums up.", powers_of_two(1, 8), 4},
      {"item_columns", "Columns of a tile that an item sums up.", powers_of_two(1, 8), 4},
      {"load_a", "Neighbours of a that are loaded at once.", powers_of_two(1, 8), 4},
      {"load_b", "Neighbours of b that are loaded at once.", powers_of_two(1, 8), 4},
      {"pad", "Unused 16 bytes after each row of a tile in local memory.", {0, 1, 2}, 1},
      {"buffers", "Tiles in local memory; with 2, one is stored while another is read.", {1, 2}, 1},
      {"band", "Rows of tiles that groups go through column by column.", {1, 4, 16}, 4}};
}

ParameterSet tiles_parameters() {
  ParameterSet set{
      tile_parameters(),
      {{"item_rows <= tile_rows and item_columns <= tile_columns",
        "a tile does not have as many rows or columns"},
       {"tile_rows * tile_columns <= max_work_group_size * item_rows * item_columns",
        "the device allows no larger work group"},
       {"tile_rows * tile_columns >= 16 * item_rows * item_columns",
        "a group would have fewer than 16 items"},
       {"item_rows * item_columns * (2 if precision == 'double' else 1) <= 128",
        "an item has too few registers for so many sums"},
       {"tile_rows * tile_columns * (2 if precision == 'double' else 1) <= 32768",
        "the sums of a group must leave half of a processor's registers to other uses"},
       {"max(tile_rows, tile_columns) * tile_inner * (2 if precision == 'double' else 1) * "
        "item_rows * item_columns <= 64 * tile_rows * tile_columns",
        "an item has too few registers for its share of the next tile"},
       {"buffers * tile_inner * ((tile_rows + tile_columns) * (8 if precision == 'double' else 4) "
        "+ 32 * pad) <= min(local_memory_bytes, 49152)",
        "tiles do not fit in local memory"},
       {"max(load_a, load_b) * (8 if precision == 'double' else 2 if precision == 'half' else 4) "
        "<= 16",
        "a load has at most 16 bytes"},
       {"(rows if transpose_a else inner) % load_a == 0",
        "the memory of a does not consist of lines of whole loads"},
       {"(inner if transpose_b else columns) % load_b == 0",
        "the memory of b does not consist of lines of whole loads"},
       {"load_a <= (tile_rows if transpose_a else tile_inner) and load_b <= (tile_inner if "
        "transpose_b else tile_columns)",
        "a line of a tile has fewer elements than a load"},
       {"ceil_div(rows, tile_rows) * ceil_div(columns, tile_columns) * batch <= 2147483647",
        "a launch cannot have more groups"}}};
  set.add(splits_parameters("tile_inner"));
  return set;
}

}  // namespace

void describe_tiles(Plugin& plugin) {
  const Algorithm tiles{"tiles",
                        "Tiles of a and b in local memory, blocks of sums in registers.",
                        "gemm/tiles.kernel",
                        tiles_parameters(),
                        plan_tiles,
                        define_tiles};
  for (const assay_backend backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
    describe_algorithm(plugin, tiles, backend);
  }
}

}  // namespace gemm
