#include "sparse_grid/accelerator/folded/basis.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "sparse_grid/accelerator/folded/numbering.hpp"

namespace sparse_grid::accelerator::folded {
namespace {

namespace sdk = assay::sdk;

constexpr std::uint32_t of_child = 0x7fff;  // OF_CHILD

sdk::Program build_basis_program(const Device& device, bool is_double) {
  return sdk::build(device.host, "sparse_grid/folded/basis.kernel",
                    options_for(device, is_double, items_of_tile(device)));
}

// The sizes of the hash tables of each tile, for factors and for terms: more places than the tile
// can have items.
struct Tables {
  explicit Tables(const std::vector<std::uint32_t>& tile_starts) {
    for (std::size_t i = 0; i + 2 < tile_starts.size(); ++i) {
      const std::uint64_t count = tile_starts[i + 2] - tile_starts[i];
      const auto bits = static_cast<std::uint32_t>(std::bit_width(count + count / 2));
      auto& sum = i % 2 == 0 ? of_factors : of_terms;
      table.insert(table.end(), {static_cast<std::uint32_t>(sum), bits});
      sum += std::uint64_t{1} << bits;
    }
    require_words(of_factors, "tables");
    require_words(of_terms, "tables");
  }
  std::vector<std::uint32_t> table;  // [tiles][4]
  std::uint64_t of_factors = 0;
  std::uint64_t of_terms = 0;
};

}  // namespace

// The intermediate data of making bases, and the steps of making them.
template <class Real>
struct Basis<Real>::Maker {
  // The items of a sequence that are the first with their key, and for each item the number of such
  // items before it.
  struct Distinct {
    Words places;
    Words slots;    // [items]
    Words numbers;  // [items]
    Words firsts;   // [count] items
    std::uint32_t count = 0;
  };

  Maker(const Device& device, const SupportLists<Real>& from_lists,
        const Bundles<Real>& from_bundles, const std::vector<std::uint32_t>& dimensions_in_front)
      : host(device.host),
        group_items(items_of_tile(device)),
        program(build_basis_program(device, sizeof(Real) == 8)),
        numbering(device),
        lists(from_lists),
        bundles(from_bundles),
        tile_count(from_lists.tiles()),
        sizes(from_bundles.tile_starts),
        tables(host, sizes.table),
        in_front(host, dimensions_in_front) {}

  // Bytes of the intermediate data without products and parts, and of products and parts together
  // with the result.
  [[nodiscard]] double bytes() const {
    return static_cast<double>(2 * sizes.of_terms + sizes.of_factors) * sizeof(std::uint32_t) +
           static_cast<double>(bundles.terms) * (13 * sizeof(std::uint32_t) + 2 * sizeof(Real)) +
           static_cast<double>(bundles.count) * 4 * sizeof(std::uint32_t);
  }
  [[nodiscard]] double product_bytes() const {
    return static_cast<double>(products.count + parts.count) * 16 * sizeof(std::uint32_t);
  }

  void launch_each(const char* kernel, std::size_t count, const auto&... arguments) const {
    launch_items(nullptr, program.kernel(kernel), count, group_items, arguments...);
  }

  // The numbers of the first factor, part or product of each tile, and the total number.
  [[nodiscard]] std::vector<std::uint32_t> first_of_tiles(const Distinct& items,
                                                          std::size_t which) const;
  void begin(Distinct& items, std::size_t count, std::size_t places) const;
  void number(Distinct& items, std::size_t of) const;
  void find_parts(Basis& made);
  void find_products(Basis& made);
  void count_terms(Basis& made);
  void sort_terms(Basis& made) const;

  sdk::Host host;
  std::size_t group_items;
  sdk::Program program;
  Numbering numbering;
  const SupportLists<Real>& lists;
  const Bundles<Real>& bundles;
  std::uint32_t tile_count;
  Tables sizes;
  Words tables;
  Words in_front;
  Distinct factors;   // of bundles
  Distinct parts;     // of terms
  Distinct products;  // of terms
  Words term_parts;
  Words term_keys;
  Reals term_values;
  Words term_bundles;
  Words product_counts;
};

template <class Real>
Basis<Real>::Basis(const Device& device, const SupportLists<Real>& lists,
                   const Bundles<Real>& bundles, const std::vector<std::uint32_t>& in_front,
                   double most_bytes, Directions directions) {
  const auto& host = device.host;
  Maker maker(device, lists, bundles, in_front);
  const double needed = bundles.bytes() + maker.bytes();
  require_bytes(host, needed, most_bytes);
  // A point is refined in at most one dimension more than its parent.
  products.most_factors = std::min<std::size_t>(bundles.deepest + 1, in_front.size());
  maker.find_parts(*this);
  maker.find_products(*this);
  require_bytes(host, needed + maker.product_bytes(), most_bytes);
  maker.count_terms(*this);
  if (directions.fold) maker.sort_terms(*this);
  if (directions.unfold) {
    term_values = std::move(maker.term_values);
  } else {
    term_products = {};
  }
  host.finish();
  host.trial_fact("folded_tiles", maker.tile_count);
  host.trial_fact("folded_products", products.count);
  host.trial_fact("folded_factors", maker.factors.count);
}

template <class Real>
std::vector<std::uint32_t> Basis<Real>::Maker::first_of_tiles(const Distinct& items,
                                                              std::size_t which) const {
  std::vector<std::uint32_t> starts(tile_count);
  for (std::size_t tile = 0; tile < tile_count; ++tile) {
    starts[tile] = bundles.tile_starts[2 * tile + which];
  }
  auto firsts = numbering.look_up(starts, items.numbers);
  firsts.push_back(items.count);
  return firsts;
}

template <class Real>
void Basis<Real>::Maker::begin(Distinct& items, std::size_t count, std::size_t places) const {
  items.places = {host, places};
  items.places.fill(no_point);
  items.slots = {host, count};
  items.numbers = {host, count};
}

template <class Real>
void Basis<Real>::Maker::number(Distinct& items, std::size_t of) const {
  const Words marks(host, of);
  launch_each("mark_firsts", of, items.places, items.slots, static_cast<std::uint32_t>(of), marks);
  items.count = numbering.number(marks, items.numbers, items.firsts);
}

// Names all terms, stage by stage, and finds their parts; also finds factors.
template <class Real>
void Basis<Real>::Maker::find_parts(Basis& made) {
  begin(factors, bundles.count, sizes.of_factors);
  begin(parts, bundles.terms, sizes.of_terms);
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
  made.products.first_factors = first_of_tiles(factors, 0);
  made.products.first_parts = first_of_tiles(parts, 1);
  const std::size_t factor_count = std::max(factors.count, 1U);
  constexpr std::size_t reals_of_factor = 8;
  made.factor_dimensions = {host, factor_count};
  made.factor_lines = {host, reals_of_factor * factor_count};
  launch_each("write_factors", factor_count, factors.firsts, factors.count, bundles.entries,
              bundles.keys, lists.shapes(), lists.bounds(), lists.tiles(), made.factor_dimensions,
              made.factor_lines);
  const std::size_t part_count = std::max(parts.count, 1U);
  const Words first_factors(host, made.products.first_factors);
  Words part_counts(host, quad * tile_count);
  part_counts.fill(0);
  made.products.parts = {host, quad * part_count};
  launch_each("write_parts", part_count, parts.firsts, parts.count, term_keys, term_bundles,
              parts.places, parts.numbers, factors.places, factors.slots, factors.numbers,
              first_factors, in_front, made.products.parts, part_counts);
  made.products.part_counts = read(part_counts);
}

// Finds which terms are the same product.
template <class Real>
void Basis<Real>::Maker::find_products(Basis& made) {
  begin(products, bundles.terms, sizes.of_terms);
  launch_each("name_products", bundles.terms, term_parts, bundles.terms, term_keys);
  launch_each("settle_products", bundles.terms, term_keys, bundles.terms, tables, products.places,
              products.slots);
  number(products, bundles.terms);
  made.products.count = products.count;
  made.products.first_products = first_of_tiles(products, 1);
  made.products.products = {host, quad * products.count};
  made.products.part_products = {host, std::max(parts.count, 1U)};
  made.products.part_products.fill(0);
  launch_each("write_products", products.count, products.firsts, products.count, term_keys,
              parts.places, parts.numbers, made.products.products, made.products.part_products);
}

template <class Real>
void Basis<Real>::Maker::count_terms(Basis& made) {
  made.term_products = {host, bundles.terms};
  product_counts = {host, products.count};
  product_counts.fill(0);
  launch_each("count_terms", bundles.terms, products.places, products.slots, bundles.terms,
              products.numbers, made.term_products, product_counts);
}

template <class Real>
void Basis<Real>::Maker::sort_terms(Basis& made) const {
  const Words tile_starts(host, bundles.tile_starts);
  const Words first_products(host, made.products.first_products);
  made.product_ranges = {host, 2 * std::size_t{products.count}};
  made.sorted_bundles = {host, bundles.terms};
  made.sorted_values = {host, bundles.terms};
  launch_each("sort_terms", tile_count * group_items, tile_starts, first_products,
              made.term_products, term_values, term_bundles, product_counts, made.product_ranges,
              made.sorted_bundles, made.sorted_values);
  host.finish();
}

template <class Real>
void Basis<Real>::compile(const Device& device, bool is_double) {
  build_basis_program(device, is_double);
}

template struct Basis<float>;
template struct Basis<double>;

}  // namespace sparse_grid::accelerator::folded
