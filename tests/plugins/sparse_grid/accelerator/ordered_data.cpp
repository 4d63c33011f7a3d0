// Data points in order on a device against their definition.
#include "sparse_grid/accelerator/ordered_data.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "sparse_grid/accelerator/curve_order.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/host/opencl_host.hpp"

using testing::open_or_skip;

namespace {

namespace sdk = assay::sdk;
using namespace sparse_grid::accelerator;
using sparse_grid::along;
using sparse_grid::Curve;
using sparse_grid::no_point;

// Points in the cube, some coordinates on its border.
std::vector<float> some_points(std::size_t count, std::size_t dimensions) {
  std::mt19937 random(static_cast<unsigned>(count * dimensions));
  std::uniform_real_distribution<float> uniform(-0.1F, 1.1F);
  std::vector<float> points(count * dimensions);
  for (auto& x : points) x = std::clamp(uniform(random), 0.0F, 1.0F);
  return points;
}

}  // namespace

TEST_CASE("data lie on the device in their order, padded, with their level-1 functions") {
  const auto host = open_or_skip();
  for (const std::size_t dimensions : {1, 3, 28}) {
    for (const auto curve : {Curve::given, Curve::z_order}) {
      const std::vector<float> points = some_points(131, dimensions);
      const std::vector<std::uint32_t> levels(dimensions, 1);
      const Device device{sdk::Host(host->table(), host->context()), ASSAY_OPENCL};
      const OrderedData<float> data(device, {{dimensions, levels, levels}, points},
                                    along(curve, dimensions), 192);
      const LevelOne<float> level_one(device, data);
      const auto order = read(data.order);
      const auto columns = read(data.columns);
      const auto reciprocals = read(level_one.reciprocals);
      const auto products = read(level_one.products);
      auto expected = sparse_grid::sorted<float>(points, dimensions, along(curve, dimensions));
      expected.resize(192, no_point);
      CHECK(order == expected);
      REQUIRE(columns.size() == dimensions * 192);
      REQUIRE(reciprocals.size() == columns.size());
      REQUIRE(products.size() == 192);
      for (std::size_t i = 0; i < 192; ++i) {
        float product = 1;
        for (std::size_t k = 0; k < dimensions; ++k) {
          const float x = columns[k * 192 + i];
          CHECK(x == (order[i] == no_point ? 0.5F : points[order[i] * dimensions + k]));
          const float hat = 2 * std::min(x, 1 - x);
          CHECK(reciprocals[k * 192 + i] == Approx(hat > 0 ? 1 / hat : 0));
          product *= hat;
        }
        CHECK(products[i] == Approx(product));
      }
    }
  }
  CHECK(host->live == 0);
  CHECK(host->guards_intact());
}

// Codes of one word and of two, one dimension and as many as have a bit; more points than a tile of
// the sort, and several of the same cell.
TEST_CASE("a device sorts points along curves as the host does") {
  const auto host = open_or_skip();
  const Device device{sdk::Host(host->table(), host->context()), ASSAY_OPENCL};
  for (const std::size_t dimensions : {1, 2, 3, 5, 28, 70}) {
    std::vector<float> points = some_points(dimensions < 6 ? 5000 : 300, dimensions);
    std::copy_n(points.begin(), 40 * dimensions, points.end() - static_cast<long>(40 * dimensions));
    const sdk::Buffer<float> rows(device.host, points);
    for (const auto curve : {Curve::z_order, Curve::hilbert}) {
      for (const std::size_t bits : {0, 1, 6}) {
        auto order = along(curve, dimensions);
        order.bits = bits;
        std::ranges::reverse(order.dimensions);
        if (dimensions == 5) order.dimensions.resize(3);
        INFO(dimensions << " dimensions, " << bits << " bits, Hilbert "
                        << (curve == Curve::hilbert));
        const auto numbers = sorted_on_device(device, rows, dimensions, order);
        CHECK(read(numbers) == sparse_grid::sorted<float>(points, dimensions, order));
      }
    }
  }
}
