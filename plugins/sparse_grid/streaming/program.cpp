#include "program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace assay::sparse_grid::streaming {
namespace {

template <class T>
Hat<T> hat_of(const GridView& grid, std::size_t at) {
  return {std::ldexp(T{1}, static_cast<int>(grid.levels[at])), static_cast<T>(grid.indices[at])};
}

}  // namespace

template <class T>
void check_grid(const GridView& grid) {
  constexpr std::uint32_t kHighest = std::min(std::numeric_limits<T>::digits, 32);
  if (grid.dimensions == 0 || grid.levels.size() % grid.dimensions != 0 ||
      grid.levels.size() != grid.indices.size()) {
    throw std::invalid_argument(
        fmt::format("{} levels and {} indices do not make points of {} dimensions",
                    grid.levels.size(), grid.indices.size(), grid.dimensions));
  }
  for (std::size_t at = 0; at < grid.levels.size(); ++at) {
    const auto level = grid.levels[at];
    const auto index = grid.indices[at];
    const auto place = [&] {
      return fmt::format("grid point {}, dimension {}", at / grid.dimensions, at % grid.dimensions);
    };
    if (level < 1 || level > kHighest) {
      throw std::invalid_argument(
          fmt::format("{}: level {} is outside 1 to {}", place(), level, kHighest));
    }
    if (index % 2 == 0 || (std::uint64_t{index} >> level) != 0) {
      throw std::invalid_argument(
          fmt::format("{}: index {} is not an odd number below 2^{}", place(), index, level));
    }
  }
}

template <class T>
Program<T> flat_program(const GridView& grid, std::size_t tile_nodes, std::size_t unroll) {
  Program<T> program;
  const auto points = grid.points();
  const auto d = grid.dimensions;
  const auto step = std::max(unroll, tile_nodes / unroll * unroll);
  for (std::size_t first = 0; first < points; first += step) {
    const auto last = std::min(points, first + step);
    Tile tile{.first_node = program.origins.size(), .first_hat = program.hats.size()};
    for (std::size_t group = first; group < last; group += unroll) {
      for (std::size_t k = 0; k < d; ++k) {
        for (std::size_t u = 0; u < unroll; ++u) {
          program.hats.push_back(hat_of<T>(grid, std::min(group + u, points - 1) * d + k));
        }
      }
      for (std::size_t u = 0; u < unroll; ++u) {
        program.origins.push_back(group + u < points ? static_cast<std::uint32_t>(group + u)
                                                     : kNoPoint);
      }
    }
    tile.node_count = program.origins.size() - tile.first_node;
    program.tiles.push_back(tile);
  }
  program.hats_per_sweep = program.hats.size();
  return program;
}

template <class T>
Program<T> factored_program(const GridView& grid, std::size_t tile_nodes) {
  Program<T> program;
  const auto d = grid.dimensions;
  const auto refined = [&](std::uint32_t point) {
    const auto levels = grid.levels.subspan(point * d, d);
    return std::count_if(levels.begin(), levels.end(), [](auto level) { return level > 1; });
  };
  program.origins.resize(grid.points());
  std::iota(program.origins.begin(), program.origins.end(), 0U);
  std::stable_sort(program.origins.begin(), program.origins.end(),
                   [&](auto a, auto b) { return refined(a) < refined(b); });
  for (std::size_t first = 0; first < grid.points(); first += tile_nodes) {
    Tile tile{.first_node = first,
              .node_count = std::min(tile_nodes, grid.points() - first),
              .first_hat = program.hats.size(),
              .first_run = first};
    tile.run_count = tile.node_count;
    for (std::size_t node = first; node < first + tile.node_count; ++node) {
      Run run{.first = static_cast<std::uint32_t>(program.hats.size() - tile.first_hat),
              .count = 0,
              .dimension = 0,
              .depth = 0,
              .inner = false};
      for (std::size_t k = 0; k < d; ++k) {
        const auto at = program.origins[node] * d + k;
        if (grid.levels[at] == 1) continue;
        program.hats.push_back(hat_of<T>(grid, at));
        program.hat_dimensions.push_back(static_cast<std::uint32_t>(k));
        ++run.count;
      }
      program.runs.push_back(run);
    }
    program.tiles.push_back(tile);
  }
  program.hats_per_sweep = program.hats.size();
  return program;
}

template void check_grid<float>(const GridView&);
template void check_grid<double>(const GridView&);
template Program<float> flat_program(const GridView&, std::size_t, std::size_t);
template Program<double> flat_program(const GridView&, std::size_t, std::size_t);
template Program<float> factored_program(const GridView&, std::size_t);
template Program<double> factored_program(const GridView&, std::size_t);

}  // namespace assay::sparse_grid::streaming
