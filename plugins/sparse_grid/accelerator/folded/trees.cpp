#include "sparse_grid/accelerator/folded/trees.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "sparse_grid/accelerator/folded/numbering.hpp"

namespace sparse_grid::accelerator::folded {
namespace {

namespace sdk = assay::sdk;

constexpr std::uint32_t most_factors = 0xffff;  // NODE_FACTOR

sdk::Program build_tree_program(const Device& device) {
  return sdk::build(device.host, "sparse_grid/folded/trees.kernel",
                    options_for(device, false, items_of_tile(device)));
}

// The table `trees` of trees.h, [tiles][4]: each tile has a root and its parts as nodes.
std::vector<std::uint32_t> table_of(const Products& products) {
  std::vector<std::uint32_t> table;
  for (std::size_t tile = 0; tile < products.tiles(); ++tile) {
    const std::uint32_t first_part = products.first_parts[tile];
    const std::uint32_t first_factor = products.first_factors[tile];
    const std::uint32_t factors = products.first_factors[tile + 1] - first_factor;
    if (factors > most_factors) {
      throw sdk::Error(ASSAY_UNSUPPORTED,
                       fmt::format("a folded tile has {} factors, but only {} can be numbered: set "
                                   "linear_hats to \"together\", or allow fewer kinks in a tile",
                                   factors, most_factors));
    }
    table.insert(table.end(),
                 {first_part + static_cast<std::uint32_t>(tile),
                  1 + products.first_parts[tile + 1] - first_part, first_factor, factors});
  }
  return table;
}

}  // namespace

Trees::Trees(const Device& device, const Products& products) {
  const auto& host = device.host;
  const auto program = build_tree_program(device);
  const std::size_t items = items_of_tile(device);
  const auto launch_each = [&](const char* kernel, std::size_t count, const auto&... arguments) {
    launch_items(nullptr, program.kernel(kernel), count, items, arguments...);
  };
  const auto tiles = static_cast<std::uint32_t>(products.tiles());
  const std::uint32_t parts = products.part_count();
  const std::size_t of_parts = std::max(parts, 1U);
  places_.count = std::size_t{parts} + tiles;
  require_words(places_.count, "nodes");
  const auto table = table_of(products);
  for (std::size_t tile = 0; tile < tiles; ++tile) {
    places_.of_tiles.insert(places_.of_tiles.end(), {table[quad * tile], table[quad * tile + 1]});
  }
  trees = {host, table};
  nodes = {host, quad * places_.count};

  Words sizes(host, of_parts);
  Words leaves(host, places_.count);
  Words counters(host, 2 * places_.count);
  const Words befores(host, of_parts);
  const Words part_places(host, of_parts);
  const Words first_parts(host, products.first_parts);
  sizes.fill(1);
  leaves.fill(0);
  counters.fill(0);
  launch_each("size_nodes", of_parts, products.parts, parts, sizes);
  launch_each("count_leaves", of_parts, products.parts, parts, sizes, leaves);
  launch_each("order_siblings", tiles * items, products.parts, parts, first_parts, sizes, counters,
              befores);
  launch_each("write_nodes", of_parts, products.parts, parts, trees, sizes, leaves, befores,
              part_places, nodes);
  launch_each("write_roots", tiles, trees, tiles, parts, leaves, nodes);
  places_.of_products = {host, products.count};
  launch_each("place_products", products.count, products.products, products.count, trees,
              part_places, places_.of_products);
  host.finish();
}

void Trees::compile(const Device& device) { build_tree_program(device); }

}  // namespace sparse_grid::accelerator::folded
