// Compares orders of data points with their definitions.
#include "sparse_grid/library/data_order.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "tests/catch.hpp"

using sparse_grid::along;
using sparse_grid::Curve;
using sparse_grid::DataOrder;
using sparse_grid::given_order;
using sparse_grid::sorted;

namespace {

std::vector<double> random_points(std::size_t count, std::size_t dimensions, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<double> data(count * dimensions);
  for (auto& x : data) x = uniform(random);
  data[0] = 1;
  data[dimensions] = 0;
  return data;
}

// Morton order by its definition: the dimension decides whose cells differ in the highest bit, the
// first of these in a tie.
bool before(const double* a, const double* b, std::span<const std::uint32_t> dimensions,
            unsigned bits) {
  const auto cell = [&](double x) {
    return static_cast<unsigned>(std::min(x * std::exp2(bits), std::exp2(bits) - 1));
  };
  std::uint32_t decisive = 0;
  unsigned highest = 0;
  for (const std::uint32_t k : dimensions) {
    const unsigned difference = cell(a[k]) ^ cell(b[k]);
    if (difference != 0 && (highest == 0 || std::ilogb(difference) > std::ilogb(highest))) {
      highest = difference;
      decisive = k;
    }
  }
  return highest != 0 && cell(a[decisive]) < cell(b[decisive]);
}

bool is_permutation(std::vector<std::uint32_t> order) {
  std::sort(order.begin(), order.end());
  return order == given_order(order.size());
}

}  // namespace

TEST_CASE("Along a Z-order the highest bit that differs decides, in the first of its dimensions") {
  for (const std::size_t d : {1, 2, 3, 5, 12, 40, 70}) {
    const auto data = random_points(300, d, static_cast<unsigned>(d));
    for (const std::size_t bits : {0, 1, 3}) {
      DataOrder wanted{.curve = Curve::z_order, .dimensions = given_order(d), .bits = bits};
      std::shuffle(wanted.dimensions.begin(), wanted.dimensions.end(), std::mt19937(7));
      wanted.dimensions.resize((d + 1) / 2 + bits % 2 * (d / 2));
      const auto order = sorted<double>(data, d, wanted);
      REQUIRE(order.size() == 300);
      REQUIRE(is_permutation(order));
      const auto counted =
          std::span(wanted.dimensions).first(std::min<std::size_t>(wanted.dimensions.size(), 64));
      const auto most = static_cast<unsigned>(std::min<std::size_t>(64 / counted.size(), 16));
      const unsigned used = bits == 0 ? most : std::min(most, static_cast<unsigned>(bits));
      for (std::size_t j = 1; j < order.size(); ++j) {
        CHECK_FALSE(before(&data[order[j] * d], &data[order[j - 1] * d], counted, used));
      }
    }
  }
}

TEST_CASE("Along a Hilbert curve neighbours are neighbours in the cube") {
  for (const auto& [d, bits] : {std::pair{1U, 5U}, {2U, 4U}, {3U, 3U}, {5U, 2U}, {8U, 1U}}) {
    // The centres of all cells, in a random order.
    const std::size_t cells = std::size_t{1} << (d * bits);
    auto numbers = given_order(cells);
    std::shuffle(numbers.begin(), numbers.end(), std::mt19937(d));
    std::vector<double> data;
    for (const std::uint32_t number : numbers) {
      for (unsigned k = 0; k < d; ++k) {
        const unsigned cell = number >> (k * bits) & ((1U << bits) - 1);
        data.push_back((cell + 0.5) / std::exp2(bits));
      }
    }
    const auto order = sorted<double>(
        data, d, {.curve = Curve::hilbert, .dimensions = given_order(d), .bits = bits});
    REQUIRE(is_permutation(order));
    for (std::size_t j = 1; j < order.size(); ++j) {
      double steps = 0;
      for (unsigned k = 0; k < d; ++k) {
        steps += std::abs(data[order[j] * d + k] - data[order[j - 1] * d + k]) * std::exp2(bits);
      }
      CHECK(steps == 1);
    }
  }
}

TEST_CASE("A k-d tree's halves are whole leaves, apart in the widest dimension") {
  constexpr std::size_t d = 3;
  for (const std::size_t count : {1, 2, 16, 17, 100, 257}) {
    const auto data = random_points(std::max<std::size_t>(count, 2), d, 5);
    const auto points = std::span(data).first(count * d);
    const auto order =
        sorted<double>(points, d, {.curve = Curve::kd_tree, .dimensions = {2, 0}, .leaf = 16});
    REQUIRE(is_permutation(order));
    const auto check = [&](const auto& self, std::size_t first, std::size_t last) -> void {
      if (last - first <= 16) return;
      const std::size_t middle = first + (last - first + 15) / 16 / 2 * 16;
      const auto range = [&](std::size_t begin, std::size_t end, std::size_t k) {
        double least = 2;
        double most = -1;
        for (std::size_t j = begin; j < end; ++j) {
          least = std::min(least, data[order[j] * d + k]);
          most = std::max(most, data[order[j] * d + k]);
        }
        return std::pair(least, most);
      };
      const auto extent = [&](std::size_t k) {
        const auto [least, most] = range(first, last, k);
        return most - least;
      };
      const std::size_t widest = extent(2) >= extent(0) ? 2 : 0;
      CHECK(range(first, middle, widest).second <= range(middle, last, widest).first);
      self(self, first, middle);
      self(self, middle, last);
    };
    check(check, 0, count);
  }
}

TEST_CASE("Orders have names, and others are refused") {
  CHECK(sparse_grid::curve_named("given") == Curve::given);
  CHECK(sparse_grid::curve_named("z-order") == Curve::z_order);
  CHECK(sparse_grid::curve_named("hilbert") == Curve::hilbert);
  CHECK(sparse_grid::curve_named("k-d") == Curve::kd_tree);
  CHECK_THROWS_AS(sparse_grid::curve_named("peano"), std::invalid_argument);
  const std::vector<double> data{0.9, 0.1};
  CHECK(sorted<double>(data, 1, along(Curve::given, 1)) == given_order(2));
}
