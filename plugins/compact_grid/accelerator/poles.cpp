#include "compact_grid/accelerator/poles.hpp"

#include <string>
#include <utility>

namespace compact_grid::accelerator {

namespace sdk = assay::sdk;

namespace {

bool takes_pairs(const Target& target) { return target.number("dimensions_per_pass") == 2; }

sdk::Program build_poles(const Target& target) {
  auto options = grid_options(target, Tables::global);
  options.define("TILE_BITS", tile_bits(target.grid, target.number("tile")))
      .define("TILES", target.number("tiles_per_group"));
  return build(target, "compact_grid/poles.kernel", options, Tables::global);
}
sdk::Program build_pole_pairs(const Target& target) {
  if (target.grid.has_boundary() || target.grid.dimensions() < 2) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     "passes of two dimensions need a grid of two or more, without boundary");
  }
  auto options = grid_options(target, Tables::global);
  options.define("TILES", target.number("tiles_per_group"));
  return build(target, "compact_grid/pole_pairs.kernel", options, Tables::global);
}

// Constraints on what a group keeps in local memory: its numbers and the data that describes its
// tiles.
std::vector<sdk::Constraint> pole_constraints() {
  const std::string bytes(bytes_of_number);
  return {
      {"work_group_size <= tile and tile <= 16 * work_group_size",
       "a work item keeps at most 16 numbers of a tile in registers"},
      {"tile <= 256 or log2(tile) <= levels", "a tile cannot be longer than a pole of all levels"},
      {"tile * (3 if boundary or log2(tile) < levels else 1) // 2 * " + bytes +
           " <= local_memory_bytes - 8192",
       "the tile must fit into local memory"},
      {"dimensions_per_pass <= dimensions", "the grid has only one dimension"},
      {"dimensions_per_pass == 1 or not boundary",
       "with boundary, the ends of poles lie on different faces for each dimension"},
      {"dimensions_per_pass == 1 or levels == 1 or levels + log2(max(levels - 1, 1) * " + bytes +
           ") <= log2(local_memory_bytes - 16384)",
       "all levels of two dimensions must fit into local memory"}};
}

}  // namespace

ParameterSet Poles::parameters(assay_backend backend) {
  ParameterSet set = common_parameters(backend, 256);
  set.parameters.push_back({"dimensions_per_pass",
                            "Dimensions handled while a bundle of poles is in local memory: two "
                            "need half as many passes.",
                            {1, 2}});
  set.parameters.push_back({"tile",
                            "Numbers that a group holds at a time in passes of one dimension; "
                            "longer bundles of poles are cut.",
                            sdk::powers_of_two(256, 8192), 2048,
                            "dimensions_per_pass == 1 or dimensions % 2 == 1"});
  set.parameters.push_back({"tiles_per_group",
                            "Tiles that a group handles one after the other but looks up together.",
                            sdk::powers_of_two(1, 8), 4});
  for (auto& constraint : pole_constraints()) set.constraints.push_back(std::move(constraint));
  return set;
}

void Poles::compile(const Target& target) {
  const bool pairs = takes_pairs(target);
  if (pairs) static_cast<void>(build_pole_pairs(target));
  if (!pairs || target.grid.dimensions() % 2 == 1) static_cast<void>(build_poles(target));
}

Poles::Launch::Launch(const Target& target, const PassLaunch& from)
    : sections(target.host, from.sections.size() * sizeof(Section) / 4),
      section_count(static_cast<std::uint32_t>(from.sections.size())),
      tiles(from.tiles),
      first_level(from.first_level),
      local_bytes(from.local_numbers * target.real_bytes()) {
  std::vector<std::uint32_t> words;
  for (const Section& s : from.sections) {
    words.insert(words.end(),
                 {s.first_tile, s.fixed_dimensions, s.sum, s.vectors, s.roots, s.band});
  }
  sections.write(words);
}

Poles::Poles(const Target& target)
    : tables_(target), group_(target.group()), tiles_per_group_(target.number("tiles_per_group")) {
  const uint d = target.grid.dimensions();
  uint dimension = 0;
  if (takes_pairs(target)) {
    pairs_kernel_ = build_pole_pairs(target).kernel("hierarchize_pole_pairs");
    for (; dimension + 1 < d; dimension += 2) pairs_.push_back(dimension);
    for (const auto& launch : pair_launches(target.grid)) {
      pair_launches_.emplace_back(target, launch);
    }
  }
  if (dimension == d) return;
  poles_kernel_ = build_poles(target).kernel("hierarchize_poles");
  for (; dimension < d; ++dimension) singles_.push_back(dimension);
  for (const auto& launch : pole_launches(target.grid, target.number("tile"))) {
    pole_launches_.emplace_back(target, launch);
  }
}

std::size_t Poles::items(const Launch& launch) const {
  return sdk::quotient_up(launch.tiles, tiles_per_group_) * group_;
}

std::size_t Poles::enqueue(const sdk::Buffer<std::byte>& numbers) const {
  for (const std::uint32_t dimension : pairs_) {
    for (const Launch& launch : pair_launches_) {
      pairs_kernel_.launch<1>({items(launch)}, {group_}, numbers, tables_.words(), launch.sections,
                              launch.section_count, launch.tiles, dimension,
                              sdk::LocalMemory{launch.local_bytes});
    }
  }
  for (const std::uint32_t dimension : singles_) {
    for (const Launch& launch : pole_launches_) {
      poles_kernel_.launch<1>({items(launch)}, {group_}, numbers, tables_.words(), launch.sections,
                              launch.section_count, launch.tiles, dimension, launch.first_level,
                              sdk::LocalMemory{launch.local_bytes});
    }
  }
  return pairs_.size() * pair_launches_.size() + singles_.size() * pole_launches_.size();
}

std::size_t Poles::table_bytes() const {
  std::size_t bytes = tables_.bytes();
  for (const auto& launch : pair_launches_) bytes += 4 * launch.sections.size();
  for (const auto& launch : pole_launches_) bytes += 4 * launch.sections.size();
  return bytes;
}

}  // namespace compact_grid::accelerator
