#include "sparse_grid/accelerator/folded/settings.hpp"

#include <algorithm>
#include <string>
#include <tuple>

namespace sparse_grid::accelerator::folded {

namespace sdk = assay::sdk;

namespace {

PortionRule portion_rule(const Configuration& configuration, bool transposed) {
  const std::size_t count = configuration.size("portions");
  if (count == 1) return {};
  return {.count = count, .ratio = configuration.size("portion_ratio"), .growing = transposed};
}

}  // namespace

Settings::Settings(const Configuration& configuration, assay_backend backend, bool transposed)
    : Items(configuration, backend),
      along_trees(configuration.text("basis") == "tree"),
      on_tensor_cores(!along_trees && backend == ASSAY_CUDA &&
                      configuration.text("block_product") == "tensor"),
      tile_groups(configuration.size("tile_groups")),
      tile_kinks(configuration.size("tile_kinks")),
      front_dimensions(along_trees ? 0 : configuration.size("front_dimensions")),
      table_rows(along_trees ? 0 : configuration.size("table_rows")),
      stage(configuration.size("stage")),
      walk_steps(configuration.size("segment_entries")),
      list_megabytes(configuration.size("list_megabytes")),
      portions(portion_rule(configuration, transposed)),
      portions_abreast(transposed && backend == ASSAY_CUDA && portions.count > 1 &&
                       configuration.boolean("portions_abreast")),
      atomic(transposed && configuration.text("accumulation") == "atomic"),
      copies(transposed ? configuration.size("copies") : 1) {}

std::vector<std::uint32_t> Settings::in_front(const std::vector<std::uint32_t>& tree_order) const {
  const std::size_t dimensions = tree_order.size();
  std::size_t count = std::min(front_dimensions, dimensions);
  if (!along_trees && front_dimensions == 0) count = (dimensions + 1) / 2;
  std::vector<std::uint32_t> of_dimensions(dimensions, 0);
  for (std::size_t i = 0; i < count; ++i) of_dimensions[tree_order[i]] = 1;
  return of_dimensions;
}

bool Settings::shares_parts_with(const Settings& other) const {
  const auto parts = [](const Settings& settings) {
    return std::tuple(settings.along_trees, settings.group_points(), settings.tile_groups,
                      settings.tile_kinks, settings.front_dimensions, settings.table_rows,
                      settings.walk_steps, settings.list_megabytes, settings.portions);
  };
  return parts(*this) == parts(other);
}

std::size_t Settings::local_bytes(std::size_t real_bytes, bool transposed) const {
  const std::size_t terms_row = transposed ? (work_group_size + 2) * real_bytes : 0;
  if (along_trees) {
    const std::size_t words = transposed ? 2 * sizeof(std::uint32_t) : 0;
    return (stage + 1) * (reals_of_step * real_bytes + words + terms_row);
  }
  constexpr std::size_t cells = 64;  // of a block
  return on_tensor_cores ? 0 : cells * terms_row;
}

namespace {

const std::string folded = "linear_hats == 'folded'";
const std::string by_blocks = folded + " and basis == 'blocks'";

// Constraints of folded lists, and of folded lists by blocks.
std::string where_folded(const std::string& holds) { return "linear_hats != 'folded' or " + holds; }
std::string where_blocks(const std::string& holds) {
  return where_folded("basis == 'tree' or " + holds);
}

void add_tree_constraints(ParameterSet& set) {
  set.constraints.push_back(
      {where_folded(
           "basis == 'blocks' or (dimensions <= 16 and dimensions * points_per_item <= 64)"),
       "along trees, coordinates must fit in registers"});
}

void add_block_parameters(ParameterSet& set, bool cuda, bool transposed) {
  set.parameters.push_back({"front_dimensions",
                            "Number of front dimensions, the first of the tree: products are parts "
                            "over these times parts over the others; 0: half of all dimensions.",
                            {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 18, 20, 22, 24},
                            0,
                            by_blocks});
  set.constraints.push_back({where_blocks("front_dimensions <= dimensions"),
                             "the grid does not have as many dimensions"});
  set.parameters.push_back(
      {"table_rows",
       "Rows of a work group's tables at its points: one for each factor of its tile and one more; "
       "the rest are for front parts, chunk by chunk.",
       {16, 24, 32, 40, 48, 56, 64, 72, 80, 96, 112, 128, 144, 160, 192, 224, 256, 320, 384, 512},
       128,
       by_blocks});
  // The memory of block_columns.h and, for B v, of the sums of a block's cells.
  std::string reals = "table_rows * work_group_size * points_per_item";
  if (transposed) reals += " + 64 * (work_group_size + 2)";
  if (cuda) {
    set.parameters.push_back({"block_product",
                              "What multiplies blocks: fused multiply-adds, or double-precision "
                              "tensor cores with the same points in all warps of a group.",
                              {"fma", "tensor"},
                              "fma",
                              by_blocks});
    set.constraints.push_back(
        {where_blocks("block_product == 'fma' or (precision == 'double' and "
                      "points_per_item <= 2)"),
         "tensor cores need double precision, and 32 or 64 points in a group"});
    // The memory of block_tensor.h, including what factors and rows take in addition to reals.
    reals =
        "(max(table_rows * (32 * points_per_item + 9), 2 * work_group_size) "
        "if block_product == 'tensor' else " +
        reals + ")";
  }
  set.constraints.push_back({where_blocks("(" + reals +
                                          ") * (8 if precision == 'double' else 4) <= "
                                          "local_memory_bytes - 4096"),
                             "the tables do not fit into local memory"});
}

}  // namespace

void add_parameters(ParameterSet& set, assay_backend backend, bool transposed) {
  set.parameters.push_back({"tile_groups", "Work groups that share a tile and its basis, at most.",
                            sdk::powers_of_two(1, 128), 16, folded});
  set.parameters.push_back({"tile_kinks",
                            "Hat functions with a kink in the box of a tile, at most: a tile with "
                            "more is cut in halves.",
                            sdk::powers_of_two(8, 512), 128, folded});
  set.parameters.push_back({"basis",
                            "How the products of a tile's basis are evaluated: along a tree, or as "
                            "blocks of a matrix.",
                            {"tree", "blocks"},
                            "tree",
                            folded});
  set.parameters.push_back(
      {"portions",
       "Portions of the data points whose values are copied from the device, or whose weights are "
       "copied to it, one after the other, so that copies overlap with kernels.",
       {1, 2, 3, 4},
       1,
       folded});
  set.parameters.push_back(
      {"portion_ratio",
       "Ratio of the data points in a portion to those in its smaller neighbour.",
       {1, 2, 3, 4},
       2,
       folded + " and portions > 1"});
  // PoCL 3.1 confuses concurrent kernels that differ only in their size.
  if (transposed && backend == ASSAY_CUDA) {
    set.parameters.push_back({"portions_abreast",
                              "Whether kernels of different portions run concurrently, in queues "
                              "of two priorities, instead of one after the other.",
                              {false, true},
                              true,
                              folded + " and portions > 1"});
  }
  set.constraints.push_back(
      {where_folded("lists == 'device'"), "bases of tiles are created on the device"});
  if (backend == ASSAY_OPENCL) {
    set.constraints.push_back({where_folded("preferred_vector_float == 1"),
                               "folding is for GPUs: compilers for CPUs, which prefer vectors, "
                               "take seconds to compile its kernels"});
  }
  add_tree_constraints(set);
  add_block_parameters(set, backend == ASSAY_CUDA, transposed);
}

}  // namespace sparse_grid::accelerator::folded
