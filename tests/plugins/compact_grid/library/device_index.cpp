// Tests that an OpenCL device computes the same positions as the host.
#include <array>
#include <vector>

#include "assay/plugin.hpp"
#include "compact_grid/library/grid.hpp"
#include "tests/catch.hpp"
#include "tests/contents.hpp"
#include "tests/plugins/host/opencl_host.hpp"

namespace {

std::string header_text(const std::string& name) {
  return assay::test::contents(std::string(SOURCE_FOLDER) + "/kernels/" + name);
}

// A kernel whose items each take a position and compute the coordinates with and without boundary,
// the position of these coordinates, the parents in one dimension, and the next level vector.
const char* const probe = R"(
#define TABLE_SPACE __global
#include "dialect.h"
#include "compact_grid/index.h"
KERNEL(64) probe(GLOBAL const grid_index* vectors, GLOBAL const grid_index* points,
                 GLOBAL const grid_index* choose, GLOBAL const grid_index* group,
                 GLOBAL uint* found, const uint boundary) {
  const uint item = GROUP_ID * 64 + LOCAL_ID;
  const grid_tables grid = {DIMENSIONS, LEVELS, vectors, points, choose, group};
  const grid_index count = boundary ? group[DIMENSIONS + 1] : points_of(grid, DIMENSIONS);
  const grid_index position = (grid_index)item * 7919 % count;
  uint level[DIMENSIONS];
  uint index[DIMENSIONS];
  uint parent[2];
  GLOBAL uint* const out = found + item * (2 * DIMENSIONS + 4);
  if (boundary) {
    boundary_idx2gp(grid, position, level, index);
  } else {
    idx2gp(grid, 0, position, level, index);
  }
  for (uint t = 0; t < DIMENSIONS; ++t) {
    out[2 * t] = level[t];
    out[2 * t + 1] = index[t];
  }
  const grid_index back =
      boundary ? boundary_gp2idx(grid, level, index) : gp2idx(grid, 0, level, index);
  out[2 * DIMENSIONS] = back == position ? 1 : 0;
  left_parent(level[0], index[0] | 1, &parent[0], &parent[1]);
  out[2 * DIMENSIONS + 1] = parent[0];
  out[2 * DIMENSIONS + 2] = parent[1];
  first_level_vector(level, DIMENSIONS, item % 5 + 1);
  next_level_vector(level);
  out[2 * DIMENSIONS + 3] = level[1];
}
)";

struct DeviceShape {
  compact_grid::uint dimensions;
  compact_grid::uint levels;
  bool has_boundary;
};

// The host's results for an item's position, in the order of the probe.
std::vector<std::uint32_t> expected_of(const compact_grid::Grid& grid, std::uint64_t position) {
  const std::size_t d = grid.dimensions();
  std::vector<std::uint32_t> level(d);
  std::vector<std::uint32_t> index(d);
  grid.point(position, level.data(), index.data());
  std::vector<std::uint32_t> expected;
  for (std::size_t t = 0; t < d; ++t) expected.insert(expected.end(), {level[t], index[t]});
  std::array<std::uint32_t, 2> parent{};
  compact_grid::left_parent(level[0], index[0] | 1, parent.data(), &parent[1]);
  expected.insert(expected.end(), {1, parent[0], parent[1], 1});
  return expected;
}

template <class Index>
void require_same(testing::OpenClHost& host, const DeviceShape& shape, bool on_the_fly) {
  INFO(shape.dimensions << " dimensions, " << sizeof(Index) << " bytes");
  const compact_grid::Grid grid(shape.dimensions, shape.levels, true);
  const compact_grid::Grid interior(shape.dimensions, shape.levels, false);
  const auto tables = grid.tables();
  const std::size_t square = (shape.dimensions + 1) * (shape.dimensions + 1);
  const std::size_t rows = (shape.dimensions + 1) * (shape.levels + 1);
  const assay::sdk::Host services(host.table(), host.context());
  const std::string dialect = header_text("dialect.h");
  const std::string header = header_text("compact_grid/index.h");
  const std::vector<assay_source> sources{{"probe.kernel", probe},
                                          {"dialect.h", dialect.c_str()},
                                          {"compact_grid/index.h", header.c_str()}};
  assay::sdk::CompileOptions options;
  options.define("REAL_BITS", 32).define("VECTOR_WIDTH", 1);
  options.define("GRID_INDEX_BITS", 8 * sizeof(Index));
  options.define("DIMENSIONS", shape.dimensions).define("LEVELS", shape.levels);
  if (on_the_fly) options.define("BINOMIALS_ON_THE_FLY", 1);
  const assay::sdk::Program program(services, sources, options);
  const auto upload = [&](const compact_grid::grid_index* words, std::size_t count) {
    const std::vector<Index> narrow(words, words + count);
    assay::sdk::Buffer<Index> buffer(services, count);
    buffer.write(narrow);
    return buffer;
  };
  const auto vectors = upload(tables.vectors_below, rows);
  const auto points = upload(tables.points_below, rows);
  const auto choose = upload(tables.choose, square);
  const auto group = upload(tables.group, shape.dimensions + 2);
  constexpr std::uint32_t items = 512;
  const std::size_t width = 2 * shape.dimensions + 4;
  assay::sdk::Buffer<std::uint32_t> found(services, items * width);
  program.kernel("probe").launch<1>({items}, {64}, vectors, points, choose, group, found,
                                    std::uint32_t{shape.has_boundary});
  std::vector<std::uint32_t> words(items * width);
  found.read(words);
  const auto& walked = shape.has_boundary ? grid : interior;
  for (std::uint32_t item = 0; item < items; ++item) {
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(item * width);
    CHECK(std::vector<std::uint32_t>(first, first + static_cast<std::ptrdiff_t>(width)) ==
          expected_of(walked, item * std::uint64_t{7919} % walked.points()));
  }
}

}  // namespace

TEST_CASE("a device numbers points as the host does") {
  const auto host = testing::open_or_skip();
  for (const bool has_boundary : {false, true}) {
    require_same<std::uint32_t>(*host, {4, 6, has_boundary}, false);
    require_same<std::uint64_t>(*host, {10, 11, has_boundary}, false);
    require_same<std::uint64_t>(*host, {3, 5, has_boundary}, true);
  }
  CHECK(host->failure == "");
}
