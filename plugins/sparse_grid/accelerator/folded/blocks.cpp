#include "sparse_grid/accelerator/folded/blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "sparse_grid/accelerator/folded/numbering.hpp"

namespace sparse_grid::accelerator::folded {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t share_items = 128;        // items of a group that divides chunks
constexpr std::uint32_t most_blocks = 0xffff;   // BLOCK_BACK
constexpr std::size_t quad_factors = 2 * quad;  // factors of a row's four words
constexpr auto block_rows = static_cast<std::uint32_t>(Blocks::rows_of_block);
constexpr std::size_t block_cells = Blocks::rows_of_block * Blocks::rows_of_block;

sdk::Program build_block_program(const Device& device) {
  return sdk::build(device.host, "sparse_grid/folded/blocks.kernel",
                    options_for(device, false, items_of_tile(device)));
}

sdk::Program build_share_program(const Device& device) {
  return sdk::build(device.host, "sparse_grid/folded/shares.kernel",
                    options_for(device, false, share_items));
}

std::uint32_t narrow(std::uint64_t value) { return static_cast<std::uint32_t>(value); }

// The number of rows of a side with `parts` parts: one for each and one for 1, filled up to whole
// blocks.
std::uint32_t rows_of(std::uint32_t parts) { return narrow(rounded_up(1 + parts, block_rows)); }

// The number of rows that a tile's factors leave for front parts.
std::uint32_t height_of_chunks(std::uint32_t factors, const TableRows& table) {
  const std::size_t needed = 1 + factors + rounded_up(table.of_coordinates, block_rows);
  if (table.count < needed) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     fmt::format("a folded tile has {} factors, which need {} table_rows, but "
                                 "there are {}: set more, or allow fewer kinks in a tile",
                                 factors, needed, table.count));
  }
  return narrow((table.count - 1 - factors) / block_rows * block_rows);
}

}  // namespace

// The places of the rows, chunks and blocks of the tiles, as far as their parts determine them.
struct Blocks::Layout {
  Layout(const Products& products, const TableRows& table) {
    for (std::size_t tile = 0; tile < products.tiles(); ++tile) {
      const std::uint32_t first_factor = products.first_factors[tile];
      add_tile(first_factor, products.first_factors[tile + 1] - first_factor,
               rows_of(products.part_counts[quad * tile]),
               rows_of(products.part_counts[quad * tile + 1]), table);
    }
    require_words(rows, "parts");
    require_words(places, "blocks");
  }

  void add_tile(std::uint32_t first_factor, std::uint32_t factors, std::uint32_t front,
                std::uint32_t back, const TableRows& table) {
    if (back / block_rows > most_blocks) {
      throw sdk::Error(
          ASSAY_UNSUPPORTED,
          fmt::format("a folded tile has {} blocks of parts, but only {} can be numbered: set "
                      "linear_hats to \"together\", or allow fewer kinks in a tile",
                      back / block_rows, most_blocks));
    }
    const std::uint32_t most = height_of_chunks(factors, table);
    const std::uint32_t chunk_count = (front + most - 1) / most;
    tiles.insert(tiles.end(), {first_factor, narrow(rows), narrow(rows + front),
                               narrow(chunks.size() / quad), chunk_count, 0, 0, factors});
    spaces.insert(spaces.end(),
                  {narrow(places), front / block_rows, back / block_rows, most / block_rows});
    for (std::uint32_t first = 0; first < front; first += most) {
      const std::uint32_t height = std::min(most, front - first);
      chunks.insert(chunks.end(), {0, 0, narrow(rows + first), height});
      starts.push_back(narrow(places));
      places += std::uint64_t{height / block_rows} * (back / block_rows);
    }
    rows += front + back;
  }

  // Enters the blocks, given first_blocks [chunks + 1]. Returns Places::of_tiles.
  std::vector<std::uint32_t> enter(const std::vector<std::uint32_t>& first_blocks) {
    std::vector<std::uint32_t> of_tiles;
    for (std::size_t chunk = 0; chunk < starts.size(); ++chunk) {
      chunks[quad * chunk] = first_blocks[chunk];
      chunks[quad * chunk + 1] = first_blocks[chunk + 1] - first_blocks[chunk];
    }
    for (std::size_t tile = 0; 2 * quad * tile < tiles.size(); ++tile) {
      std::uint32_t* const of_tile = &tiles[2 * quad * tile];
      of_tile[5] = first_blocks[of_tile[3]];
      of_tile[6] = first_blocks[of_tile[3] + of_tile[4]] - of_tile[5];
      of_tiles.insert(of_tiles.end(),
                      {narrow(block_cells * of_tile[5]), narrow(block_cells * of_tile[6])});
    }
    return of_tiles;
  }

  std::vector<std::uint32_t> tiles;   // [tiles][8], blocks missing until enter()
  std::vector<std::uint32_t> spaces;  // [tiles][4], see blocks.kernel
  std::vector<std::uint32_t> chunks;  // [chunks][4], blocks missing until enter()
  std::vector<std::uint32_t> starts;  // [chunks] places of their first blocks
  std::uint64_t rows = 0;
  std::uint64_t places = 0;  // possible places of blocks
};

Blocks::Blocks(const Device& device, const Products& products, const TableRows& table_rows)
    : row_quads_(narrow(rounded_up(products.most_factors, quad_factors) / quad_factors)) {
  const auto& host = device.host;
  const auto program = build_block_program(device);
  const auto launch_products = [&](const char* kernel, const auto&... arguments) {
    launch_items(nullptr, program.kernel(kernel), products.count, items_of_tile(device),
                 products.products, products.count, arguments...);
  };
  Layout layout(products, table_rows);
  const Words part_rows = order_rows(device, products, layout);
  const Words spaces(host, layout.spaces);
  Words marks(host, layout.places);
  marks.fill(0);
  launch_products("mark_blocks", part_rows, spaces, marks);
  const Numbering numbering(device);
  const Words numbers(host, layout.places);
  Words which;
  const std::uint32_t count = numbering.number(marks, numbers, which);
  // One unused block for the coefficients and two for the words: kernels load the next block before
  // they know that there is none, and its words two blocks ahead.
  places_.count = (std::size_t{count} + 1) * block_cells;
  require_words(places_.count, "blocks");
  blocks = {host, quad * (count + std::size_t{2})};
  blocks.fill(0);
  places_.of_products = {host, products.count};
  launch_products("write_blocks", part_rows, part_factors_, spaces, numbers, blocks,
                  places_.of_products);
  host.finish();
  auto first_blocks = numbering.look_up(layout.starts, numbers);
  first_blocks.push_back(count);
  places_.of_tiles = layout.enter(first_blocks);
  tiles = {host, layout.tiles};
  chunks = {host, layout.chunks};
  launch_items(nullptr, build_share_program(device).kernel("settle_runs"),
               layout.starts.size() * share_items, share_items, chunks, blocks);
  host.finish();
  part_factors_ = {};
  host.trial_fact("folded_blocks", count);
  host.trial_fact("folded_chunks", static_cast<double>(layout.starts.size()));
  host.trial_fact("folded_rows", static_cast<double>(layout.rows));
}

Words Blocks::order_rows(const Device& device, const Products& products, const Layout& layout) {
  const auto& host = device.host;
  const auto program = build_block_program(device);
  const std::size_t items = items_of_tile(device);
  const std::uint32_t count = products.part_count();
  std::vector<std::uint32_t> of_tiles;
  for (std::size_t tile = 0; tile < products.tiles(); ++tile) {
    of_tiles.insert(of_tiles.end(), {products.first_parts[tile], products.part_counts[quad * tile],
                                     products.part_counts[quad * tile + 1], 0});
  }
  const Words tile_parts(host, of_tiles);
  Words counters(host, count + quad * products.tiles());
  counters.fill(0);
  Words part_rows(host, std::max(count, 1U));
  launch_items(nullptr, program.kernel("order_parts"), products.tiles() * items, items, tile_parts,
               products.parts, products.part_products, counters, part_rows);
  tiles = {host, layout.tiles};
  rows = {host, layout.rows * quad * row_quads_};
  rows.fill(0);
  part_factors_ = {host, std::max(count, 1U)};
  launch_items(nullptr, program.kernel("write_rows"), std::max(count, 1U), items, products.parts,
               count, part_rows, tiles, row_quads_, rows, part_factors_);
  host.finish();
  return part_rows;
}

Words Blocks::shares(const Device& device, std::uint32_t count) const {
  const std::size_t chunk_count = chunks.size() / quad;
  Words result(device.host, chunk_count * (count + std::size_t{1}));
  launch_items(nullptr, build_share_program(device).kernel("share_blocks"),
               chunk_count * share_items, share_items, chunks, blocks, count, result);
  device.host.finish();
  return result;
}

void Blocks::compile(const Device& device) {
  build_block_program(device);
  build_share_program(device);
}

}  // namespace sparse_grid::accelerator::folded
