// The preparation that the accelerators' variants do on the host after each refinement, on one
// core. Limit: 50 ms for a grid of 150,000 points.
#include <benchmark/benchmark.h>

#include <random>
#include <span>
#include <vector>

#include "sparse_grid/accelerator/level_vectors.hpp"
#include "sparse_grid/accelerator/selection.hpp"
#include "sparse_grid/accelerator/subgrids.hpp"
#include "sparse_grid/accelerator/tree.hpp"
#include "sparse_grid/library/grid.hpp"
#include "sparse_grid/library/grid_points.hpp"
#include "sparse_grid/library/nodes.hpp"
#include "sparse_grid/library/refinement.hpp"
#include "sparse_grid/library/support_entries.hpp"

namespace {

namespace accelerator = sparse_grid::accelerator;
using sparse_grid::Grid;

// A regular grid of about `points` points, refined around a curve through the cube as by structured
// data: near the curve, points with the largest supports are refined first.
Grid refined_grid(std::size_t dimensions, std::uint32_t level, std::size_t points) {
  Grid grid = Grid::regular(dimensions, level);
  std::mt19937_64 random(1);
  while (grid.size() < points) {
    const double at = std::uniform_real_distribution<double>(0, 1)(random);
    auto point = sparse_grid::PointNumber{0};
    // Descends towards a random place on the curve until a child is missing.
    while (!sparse_grid::is_refinable(grid, point)) {
      const std::size_t k = random() % dimensions;
      const double x = at * (k % 2 == 0 ? 1 : at);
      const double centre = static_cast<double>(grid.index(point)[k]) /
                            static_cast<double>(std::uint64_t{1} << grid.level(point)[k]);
      const auto side = x < centre ? sparse_grid::Side::left : sparse_grid::Side::right;
      point = grid.child(point, k, side).value();
    }
    sparse_grid::refine(grid, std::span(&point, 1));
  }
  return grid;
}

// 0: 5 dimensions, as after the last step of Table A.1; 1: 28 dimensions, as in A.4; 2: regular,
// level 9.
const Grid& grid_of(std::int64_t kind) {
  static const std::vector<Grid> grids = [] {
    std::vector<Grid> made;
    made.push_back(refined_grid(5, 2, 150'000));
    made.push_back(refined_grid(28, 2, 150'000));
    made.push_back(Grid::regular(5, 9));
    return made;
  }();
  return grids[static_cast<std::size_t>(kind)];
}

sparse_grid::GridPoints points_of(const Grid& grid) {
  return {grid.dimensions(), grid.levels(), grid.indices()};
}

void describe(benchmark::State& state, const Grid& grid) {
  const accelerator::LevelVectors subgrids(points_of(grid));
  state.counters["points"] = static_cast<double>(grid.size());
  state.counters["subgrids"] = static_cast<double>(subgrids.size());
}

void subspace_linear(benchmark::State& state) {
  const Grid& grid = grid_of(state.range(0));
  const auto points = points_of(grid);
  for (auto _ : state) {
    benchmark::DoNotOptimize(accelerator::Subgrids(points, accelerator::LevelVectors(points)));
  }
  describe(state, grid);
}
BENCHMARK(subspace_linear)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

void streaming_factored(benchmark::State& state) {
  const Grid& grid = grid_of(state.range(0));
  for (auto _ : state) {
    benchmark::DoNotOptimize(accelerator::Tree(points_of(grid)));
  }
  describe(state, grid);
}
BENCHMARK(streaming_factored)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

void support_entries(benchmark::State& state) {
  const Grid& grid = grid_of(state.range(0));
  const auto points = points_of(grid);
  for (auto _ : state) {
    const sparse_grid::Nodes nodes(points, sparse_grid::rarest_first(points));
    benchmark::DoNotOptimize(sparse_grid::SupportEntries(nodes));
  }
  describe(state, grid);
}
BENCHMARK(support_entries)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

// Level vectors, selection, division, and the preparation of both halves. Second argument: the
// points threshold.
void subspace_adaptive(benchmark::State& state) {
  const Grid& grid = grid_of(state.range(0));
  const auto points = points_of(grid);
  const accelerator::Selector selector{.points = static_cast<double>(state.range(1))};
  constexpr accelerator::SubgridCosts costs{.slot = 8, .subgrid = 40, .point = 8};
  constexpr accelerator::MemoryNeed memory{1e11, 1e11};
  for (auto _ : state) {
    const accelerator::LevelVectors subgrids(points);
    const accelerator::Selection selection(subgrids, selector, costs, memory);
    const accelerator::Parts parts(subgrids, selection);
    benchmark::DoNotOptimize(
        accelerator::Subgrids(points.part(parts.linear), parts.linear_vectors));
    benchmark::DoNotOptimize(accelerator::Tree(points.part(parts.streamed)));
    state.counters["streamed"] = static_cast<double>(parts.streamed.size());
  }
  describe(state, grid);
}
BENCHMARK(subspace_adaptive)->ArgsProduct({{0, 1, 2}, {2, 8}})->Unit(benchmark::kMillisecond);

// The preparation of the data, which is kept between refinements: arguments are points and
// dimensions.
void z_order(benchmark::State& state) {
  std::mt19937_64 random(1);
  const auto dimensions = static_cast<std::size_t>(state.range(1));
  std::vector<double> data(static_cast<std::size_t>(state.range(0)) * dimensions);
  for (auto& x : data) x = std::uniform_real_distribution<double>(0, 1)(random);
  const auto order = sparse_grid::along(sparse_grid::Curve::z_order, dimensions);
  for (auto _ : state) {
    benchmark::DoNotOptimize(sparse_grid::sorted<double>(data, dimensions, order));
  }
}
BENCHMARK(z_order)->Args({371'908, 5})->Args({1'000'000, 10})->Unit(benchmark::kMillisecond);

}  // namespace
