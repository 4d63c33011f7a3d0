#include "compact_grid/accelerator/sections.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "assay/plugin.hpp"

namespace compact_grid::accelerator {
namespace {

// Poles longer than a tile are cut so that 2^4 poles lie side by side in the tile: a cache line.
constexpr std::uint32_t least_roots = 4;

// The number of level vectors of `components` components, which may be 0, that add up to `sum`.
std::uint64_t vectors_of(const Grid& grid, uint components, uint sum) {
  if (components == 0) return sum == 0 ? 1 : 0;
  return vectors_of_sum(grid.tables(), components, sum);
}

// Adds a section of 2^piece_bits tiles for each of its bundles on each of `faces` faces.
void add_section(PassLaunch& launch, Section section, std::uint64_t faces, uint piece_bits) {
  if (section.vectors == 0) return;
  const std::uint64_t tiles = (faces * section.vectors) << piece_bits;
  if (launch.tiles + tiles > UINT32_MAX) {
    throw assay::sdk::Error(
        ASSAY_UNSUPPORTED,
        fmt::format(
            "a pass over the grid has {} tiles or more, which 32 bits cannot count: raise tile",
            launch.tiles + tiles));
  }
  section.first_tile = launch.tiles;
  launch.sections.push_back(section);
  launch.tiles += static_cast<std::uint32_t>(tiles);
}

// Adds the bundles of faces with `fixed` fixed dimensions, on the launch's levels.
void add_faces(PassLaunch& launch, const Grid& grid, uint fixed, uint bits, uint most_band) {
  const uint others = grid.dimensions() - 1 - fixed;
  // The number of sets of `fixed` dimensions other than the pass's, times the sides of each.
  const std::uint64_t faces =
      grid.tables().choose[(grid.dimensions() - 1) * (grid.dimensions() + 1) + fixed] << fixed;
  for (uint sum = 0; sum + launch.first_level < grid.levels(); ++sum) {
    Section section;
    section.fixed_dimensions = fixed;
    section.sum = sum;
    section.vectors = static_cast<std::uint32_t>(vectors_of(grid, others, sum));
    section.band = std::min(most_band, grid.levels() - sum - launch.first_level);
    section.roots = std::min(sum + launch.first_level, bits - section.band);
    // Level 0 has parents only on the boundary.
    const bool has_parents = grid.has_boundary() || launch.first_level + section.band > 1;
    if (!has_parents) continue;
    add_section(launch, section, faces, sum + launch.first_level - section.roots);
  }
}

}  // namespace

std::uint32_t tile_bits(const Grid& grid, std::size_t tile) {
  std::uint32_t bits = 0;
  while (tile >> (bits + 1) != 0) ++bits;
  return std::min(bits, grid.levels());
}

std::vector<PassLaunch> pole_launches(const Grid& grid, std::size_t tile) {
  const uint bits = tile_bits(grid, tile);
  const bool cuts_poles = bits < grid.levels();
  const uint band = cuts_poles ? bits - least_roots : bits;
  std::vector<PassLaunch> launches;
  for (uint first = 0; first < grid.levels(); first += band) {
    PassLaunch launch;
    launch.first_level = first;
    const bool has_ends = grid.has_boundary() || cuts_poles;
    launch.local_numbers = (std::size_t{1} << bits) / 2 * (has_ends ? 3 : 1);
    for (uint fixed = 0; fixed < (grid.has_boundary() ? grid.dimensions() : 1); ++fixed) {
      add_faces(launch, grid, fixed, bits, band);
    }
    if (launch.tiles > 0) launches.push_back(launch);
  }
  std::reverse(launches.begin(), launches.end());  // the finest band first
  return launches;
}

std::size_t pair_numbers(std::uint32_t levels) {
  return levels == 0 ? 0 : ((levels - std::size_t{1}) << levels) + 1;
}

std::vector<PassLaunch> pair_launches(const Grid& grid) {
  const uint others = grid.dimensions() - 2;
  std::vector<PassLaunch> launches;
  for (uint sum = 0; sum + 1 < grid.levels(); ++sum) {
    Section section;
    section.sum = sum;
    section.vectors = static_cast<std::uint32_t>(vectors_of(grid, others, sum));
    section.roots = sum;
    section.band = grid.levels() - sum;
    if (section.vectors == 0) continue;
    const std::size_t numbers = pair_numbers(section.band) << sum;
    // Decreases as the sum increases.
    if (launches.empty() || 2 * numbers < launches.back().local_numbers) {
      launches.emplace_back();
      launches.back().local_numbers = numbers;
    }
    add_section(launches.back(), section, 1, 0);
  }
  return launches;
}

}  // namespace compact_grid::accelerator
