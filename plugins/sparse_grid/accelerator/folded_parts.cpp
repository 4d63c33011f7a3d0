#include "sparse_grid/accelerator/folded_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "kernels.hpp"
#include "sparse_grid/accelerator/folded_program.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t part_items = 128;         // of the groups that make parts
constexpr std::uint32_t of_child = 0x7fff;      // OF_CHILD
constexpr std::uint32_t most_blocks = 0xffff;   // BLOCK_BACK
constexpr std::size_t quad = 4;                 // words
constexpr std::size_t quad_factors = 2 * quad;  // of a row

sdk::Program build_part_program(const Device& device, bool is_double) {
  return folded_program(device, kernels::folded_parts_kernel,
                        folded_options(device, is_double, part_items));
}

// Places of hash tables for each tile, of factors and of terms, more than it can have.
struct Places {
  explicit Places(const std::vector<std::uint32_t>& tile_starts, std::uint32_t bundles,
                  std::uint32_t terms) {
    const std::size_t tiles = tile_starts.size() / 2;
    std::array<std::uint64_t, 2> sums{};
    for (std::size_t tile = 0; tile < tiles; ++tile) {
      const bool is_last = tile + 1 == tiles;
      for (std::size_t i = 0; i < 2; ++i) {
        const std::uint64_t end =
            is_last ? (i == 0 ? bundles : terms) : tile_starts[2 * tile + 2 + i];
        const std::uint64_t count = end - tile_starts[2 * tile + i];
        const auto bits = static_cast<std::uint32_t>(std::bit_width(count + count / 2));
        table.insert(table.end(), {static_cast<std::uint32_t>(sums[i]), bits});
        sums[i] += std::uint64_t{1} << bits;
      }
    }
    of_factors = sums[0];
    of_terms = sums[1];
  }
  std::vector<std::uint32_t> table;  // [tiles][4]
  std::uint64_t of_factors;
  std::uint64_t of_terms;
};

// Where the rows, chunks and blocks of the tiles are, as far as their parts tell.
struct Layout {
  // counts: [tiles][4] parts in front and at the back of each; first_factors: [tiles + 1].
  Layout(const std::vector<std::uint32_t>& counts, const std::vector<std::uint32_t>& first_factors,
         const Parting& parting) {
    for (std::size_t tile = 0; tile + 1 < first_factors.size(); ++tile) {
      add_tile(first_factors[tile], first_factors[tile + 1] - first_factors[tile],
               rows_of(counts[quad * tile]), rows_of(counts[quad * tile + 1]), parting);
    }
    require_words(rows, "parts");
    require_words(places, "blocks");
  }

  std::vector<std::uint32_t> tiles;   // [tiles][8], but for blocks
  std::vector<std::uint32_t> spaces;  // [tiles][4] folded_parts.kernel
  std::vector<std::uint32_t> chunks;  // [chunks][4], but for blocks
  std::vector<std::uint32_t> starts;  // [chunks] places of their first blocks
  std::uint64_t rows = 0;
  std::uint64_t places = 0;        // where blocks could be
  std::uint32_t most_factors = 0;  // of a tile

 private:
  static std::uint32_t narrow(std::uint64_t value) { return static_cast<std::uint32_t>(value); }
  static constexpr auto block_rows = static_cast<std::uint32_t>(FoldedParts<float>::block);
  // That of 1 too, filled up.
  static std::uint32_t rows_of(std::uint32_t parts) {
    return narrow(round_up(1 + parts, block_rows));
  }

  void add_tile(std::uint32_t first_factor, std::uint32_t factors, std::uint32_t front,
                std::uint32_t back, const Parting& parting) {
    if (back / block_rows > most_blocks) {
      throw sdk::Error(
          ASSAY_UNSUPPORTED,
          fmt::format("a folded tile has {} blocks of parts, and {} can be numbered: set "
                      "linear_hats to \"together\", or allow fewer kinks in a tile",
                      back / block_rows, most_blocks));
    }
    const std::uint32_t most = height_of_chunks(factors, parting);
    const std::uint32_t chunk_count = (front + most - 1) / most;
    most_factors = std::max(most_factors, factors);
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

  // The rows that a tile's factors leave. At first the coordinates are there.
  static std::uint32_t height_of_chunks(std::uint32_t factors, const Parting& parting) {
    const std::size_t least = round_up(parting.in_front.size(), block_rows);
    const std::size_t needed = 1 + factors + least;
    if (parting.table_rows < needed) {
      throw sdk::Error(ASSAY_UNSUPPORTED,
                       fmt::format("a folded tile has {} factors, which need {} table_rows, and "
                                   "there are {}: set more, or let fewer kinks be in a tile",
                                   factors, needed, parting.table_rows));
    }
    return narrow((parting.table_rows - 1 - factors) / block_rows * block_rows);
  }
};

}  // namespace

// What is kept while bases are made, and how it comes about.
template <class Real>
struct FoldedParts<Real>::Maker {
  // Which items of a sequence are the first with their key, and how many before them are.
  struct Distinct {
    Words places;
    Words slots;    // [items]
    Words numbers;  // [items]
    Words firsts;   // [count] items
    std::uint32_t count = 0;
  };

  Maker(const Device& device, const SupportLists<Real>& from_lists,
        const FoldedBundles<Real>& from_bundles, const Parting& how)
      : host(device.host),
        program(build_part_program(device, sizeof(Real) == 8)),
        lists(from_lists),
        bundles(from_bundles),
        parting(how),
        tile_count(from_lists.tiles()),
        layout(from_bundles.tile_starts, from_bundles.count, from_bundles.terms),
        tile_starts(host, from_bundles.tile_starts),
        in_front(host, how.in_front) {}

  // Of all but products and parts, and of these, together with what is made.
  [[nodiscard]] double bytes() const {
    return static_cast<double>(2 * layout.of_terms + layout.of_factors) * sizeof(std::uint32_t) +
           static_cast<double>(bundles.terms) * (13 * sizeof(std::uint32_t) + 2 * sizeof(Real)) +
           static_cast<double>(bundles.count) * 4 * sizeof(std::uint32_t);
  }
  [[nodiscard]] double product_bytes() const {
    return static_cast<double>(cells.count + parts.count) * 16 * sizeof(std::uint32_t);
  }

  void launch_each(const char* kernel, std::size_t count, const auto&... arguments) const {
    launch_items(nullptr, program.kernel(kernel), count, part_items, arguments...);
  }
  // A group for each tile.
  void launch_tiles(const char* kernel, const auto&... arguments) const {
    launch_each(kernel, tile_count * part_items, arguments...);
  }

  // How many marks there are; numbers[i] = how many before i, items = which.
  std::uint32_t number_marks(const Words& marks, std::uint32_t of, const Words& numbers,
                             Words& items) const;
  // numbers[starts[i]] for each i.
  std::vector<std::uint32_t> look_up(const std::vector<std::uint32_t>& starts,
                                     const Words& numbers) const;
  // The numbers of the first factor, term or cell of each tile.
  std::vector<std::uint32_t> first_of_tiles(const Words& numbers, std::size_t which) const;

  void begin(Distinct& items, std::size_t count, std::size_t places) const;
  void number(Distinct& items, std::uint32_t of) const;
  void find_parts(FoldedParts& made);
  void find_cells();
  void make_blocks(FoldedParts& made);
  void sort_terms(FoldedParts& made) const;

  sdk::Host host;
  sdk::Program program;
  const SupportLists<Real>& lists;
  const FoldedBundles<Real>& bundles;
  const Parting& parting;
  std::uint32_t tile_count;
  Places layout;
  Words tile_starts;
  Words in_front;
  Distinct factors;  // of bundles
  Distinct parts;    // of terms
  Distinct cells;    // of terms
  Words term_parts;
  Words term_keys;
  Reals term_values;
  Words term_bundles;
  Words part_table;
  Words part_cells;
  Words cell_table;
  Words tile_counts;
  Words tile_parts;
};

template <class Real>
FoldedParts<Real>::FoldedParts(const Device& device, const SupportLists<Real>& lists,
                               const FoldedBundles<Real>& bundles, const Parting& parting,
                               double most_bytes, bool transposed) {
  const auto& host = device.host;
  Maker maker(device, lists, bundles, parting);
  require_words(maker.layout.of_terms, "tables");
  const double needed =
      FoldedBundles<Real>::bytes(bundles.count, static_cast<double>(lists.list().size())) +
      maker.bytes();
  require_folded_bytes(host, needed, most_bytes);
  // A point is refined in one dimension more than its parent.
  const std::size_t most = std::min<std::size_t>(bundles.deepest + 1, parting.in_front.size());
  row_quads_ = static_cast<std::uint32_t>(round_up(most, quad_factors) / quad_factors);
  maker.find_parts(*this);
  maker.find_cells();
  products_ = maker.cells.count;
  require_folded_bytes(host, needed + maker.product_bytes(), most_bytes);
  maker.make_blocks(*this);
  if (transposed) {
    term_places = {host, bundles.terms};
    maker.launch_each("place_terms", bundles.terms, maker.cells.places, maker.cells.slots,
                      bundles.terms, maker.cells.numbers, cell_places, term_places);
    term_values = std::move(maker.term_values);
  } else {
    maker.sort_terms(*this);
  }
  host.finish();
  host.trial_fact("folded_tiles", maker.tile_count);
  host.trial_fact("folded_products", products_);
  host.trial_fact("folded_blocks", blocks_);
  host.trial_fact("folded_chunks", static_cast<double>(chunks.size() / quad));
  host.trial_fact("folded_factors", maker.factors.count);
  host.trial_fact("folded_most_factors", most_factors_);
  host.trial_fact("folded_rows", static_cast<double>(rows.size() / (quad * row_quads_)));
}

template <class Real>
std::uint32_t FoldedParts<Real>::Maker::number_marks(const Words& marks, std::uint32_t of,
                                                     const Words& numbers, Words& items) const {
  Words counts(host, round_up(of, part_items) / part_items);
  launch_each("count_marks", of, marks, of, counts);
  auto starts = read(counts);
  const std::uint32_t count = sums_before(starts, 1, "products").front();
  counts.write(starts);
  items = {host, std::max(count, 1U)};
  launch_each("number_marks", of, marks, of, counts, numbers, items);
  host.finish();
  return count;
}

template <class Real>
std::vector<std::uint32_t> FoldedParts<Real>::Maker::look_up(
    const std::vector<std::uint32_t>& starts, const Words& numbers) const {
  const Words where(host, starts);
  const Words values(host, starts.size());
  launch_each("look_up", starts.size(), where, static_cast<std::uint32_t>(starts.size()), numbers,
              values);
  return read(values);
}

template <class Real>
std::vector<std::uint32_t> FoldedParts<Real>::Maker::first_of_tiles(const Words& numbers,
                                                                    std::size_t which) const {
  std::vector<std::uint32_t> starts(tile_count);
  for (std::size_t tile = 0; tile < tile_count; ++tile) {
    starts[tile] = bundles.tile_starts[2 * tile + which];
  }
  return look_up(starts, numbers);
}

template <class Real>
void FoldedParts<Real>::Maker::begin(Distinct& items, std::size_t count, std::size_t places) const {
  items.places = {host, places};
  items.places.fill(no_point);
  items.slots = {host, count};
  items.numbers = {host, count};
}

template <class Real>
void FoldedParts<Real>::Maker::number(Distinct& items, std::uint32_t of) const {
  const Words marks(host, of);
  launch_each("mark_firsts", of, items.places, items.slots, of, marks);
  items.count = number_marks(marks, of, items.numbers, items.firsts);
}

// Names all terms, stage by stage, and tells which parts they have; likewise factors.
template <class Real>
void FoldedParts<Real>::Maker::find_parts(FoldedParts& made) {
  const Words tables(host, layout.table);
  begin(factors, bundles.count, layout.of_factors);
  begin(parts, bundles.terms, layout.of_terms);
  launch_each("settle_factors", bundles.count, bundles.keys, bundles.count, tables, factors.places,
              factors.slots);
  term_parts = {host, 2 * std::size_t{bundles.terms}};
  term_keys = {host, quad * bundles.terms};
  term_values = {host, bundles.terms};
  term_bundles = {host, bundles.terms};
  for (std::uint32_t stage = 0; stage <= bundles.deepest + 1; ++stage) {
    const std::uint32_t now = stage <= bundles.deepest ? stage : of_child;
    launch_each("name_terms", bundles.count, bundles.bundles, bundles.count, now, bundles.keys,
                bundles.lines, in_front, term_parts, term_keys, term_values, term_bundles);
    launch_each("settle_parts", bundles.count, bundles.bundles, bundles.count, now, term_keys,
                tables, in_front, parts.places, parts.slots, term_parts);
  }
  number(factors, bundles.count);
  number(parts, bundles.terms);
  made.factor_dimensions = {host, std::max(factors.count, 1U)};
  made.factor_lines = {host, quad * std::max(factors.count, 1U)};
  launch_each("write_factors", std::max(factors.count, 1U), factors.firsts, factors.count,
              bundles.bundles, bundles.keys, lists.shapes(), lists.bounds(), lists.tiles(),
              made.factor_dimensions, made.factor_lines);
  part_table = {host, quad * std::max(parts.count, 1U)};
  tile_counts = {host, quad * tile_count};
  tile_counts.fill(0);
  launch_each("write_parts", std::max(parts.count, 1U), parts.firsts, parts.count, term_keys,
              term_bundles, parts.places, parts.numbers, factors.places, factors.slots,
              factors.numbers, tile_starts, in_front, part_table, tile_counts);
}

// Tells which terms are the same product.
template <class Real>
void FoldedParts<Real>::Maker::find_cells() {
  const Words tables(host, layout.table);
  begin(cells, bundles.terms, layout.of_terms);
  launch_each("name_cells", bundles.terms, term_parts, bundles.terms, term_keys);
  launch_each("settle_cells", bundles.terms, term_keys, bundles.terms, tables, cells.places,
              cells.slots);
  number(cells, bundles.terms);
  cell_table = {host, quad * cells.count};
  part_cells = {host, std::max(parts.count, 1U)};
  part_cells.fill(0);
  launch_each("write_cells", cells.count, cells.firsts, cells.count, term_keys, parts.places,
              parts.numbers, cell_table, part_cells);
}

// Orders the parts in rows, and makes blocks of the cells.
template <class Real>
void FoldedParts<Real>::Maker::make_blocks(FoldedParts& made) {
  const auto counts = read(tile_counts);
  auto first_factors = first_of_tiles(factors.numbers, 0);
  first_factors.push_back(factors.count);
  Layout to(counts, first_factors, parting);
  made.most_factors_ = to.most_factors;
  const auto first_parts = first_of_tiles(parts.numbers, 1);
  std::vector<std::uint32_t> of_tiles;
  for (std::size_t tile = 0; tile < tile_count; ++tile) {
    of_tiles.insert(of_tiles.end(),
                    {first_parts[tile], counts[quad * tile], counts[quad * tile + 1], 0});
  }
  const Words parts_of_tiles(host, of_tiles);
  Words counters(host, parts.count + quad * tile_count);
  counters.fill(0);
  const Words part_rows(host, std::max(parts.count, 1U));
  launch_tiles("order_parts", parts_of_tiles, part_table, part_cells, counters, part_rows);
  made.tiles = {host, to.tiles};
  made.rows = {host, to.rows * quad * made.row_quads_};
  made.rows.fill(0);
  const Words part_factors(host, std::max(parts.count, 1U));
  launch_each("write_rows", std::max(parts.count, 1U), part_table, parts.count, part_rows,
              made.tiles, made.row_quads_, made.rows, part_factors);

  const Words spaces(host, to.spaces);
  const auto place_count = static_cast<std::uint32_t>(to.places);
  Words marks(host, place_count);
  marks.fill(0);
  launch_each("mark_blocks", cells.count, cell_table, cells.count, part_rows, spaces, marks);
  const Words block_numbers(host, place_count);
  Words places_of_blocks;
  made.blocks_ = number_marks(marks, place_count, block_numbers, places_of_blocks);
  require_words(made.cells(), "blocks");
  // And one that nothing has: kernels load the next before they know that there is none.
  made.blocks = {host, quad * (made.blocks_ + std::size_t{1})};
  made.blocks.fill(0);
  made.cell_places = {host, cells.count};
  launch_each("write_blocks", cells.count, cell_table, cells.count, part_rows, part_factors, spaces,
              block_numbers, made.blocks, made.cell_places);

  auto first_blocks = look_up(to.starts, block_numbers);
  first_blocks.push_back(made.blocks_);
  for (std::size_t chunk = 0; chunk < to.starts.size(); ++chunk) {
    to.chunks[quad * chunk] = first_blocks[chunk];
    to.chunks[quad * chunk + 1] = first_blocks[chunk + 1] - first_blocks[chunk];
  }
  for (std::size_t tile = 0; tile < tile_count; ++tile) {
    std::uint32_t* const of_tile = &to.tiles[2 * quad * tile];
    const std::uint32_t first = first_blocks[of_tile[3]];
    of_tile[5] = first;
    of_tile[6] = first_blocks[of_tile[3] + of_tile[4]] - first;
    made.tile_blocks_.insert(made.tile_blocks_.end(), {of_tile[5], of_tile[6]});
  }
  made.tiles.write(to.tiles);
  made.chunks = {host, to.chunks};
}

template <class Real>
void FoldedParts<Real>::Maker::sort_terms(FoldedParts& made) const {
  auto first_cells = first_of_tiles(cells.numbers, 1);
  first_cells.push_back(cells.count);
  const Words tile_cells(host, first_cells);
  Words cell_counts(host, cells.count);
  cell_counts.fill(0);
  const Words term_cells(host, bundles.terms);
  launch_each("count_terms", bundles.terms, cells.places, cells.slots, bundles.terms, cells.numbers,
              term_cells, cell_counts);
  made.cell_ranges = {host, 2 * std::size_t{cells.count}};
  made.sorted_bundles = {host, bundles.terms};
  made.sorted_values = {host, bundles.terms};
  launch_tiles("sort_terms", tile_starts, tile_count, bundles.terms, tile_cells, term_cells,
               term_values, term_bundles, cell_counts, made.cell_ranges, made.sorted_bundles,
               made.sorted_values);
  host.finish();
}

template <class Real>
void FoldedParts<Real>::compile(const Device& device, bool is_double) {
  build_part_program(device, is_double);
}

template class FoldedParts<float>;
template class FoldedParts<double>;

}  // namespace sparse_grid::accelerator
