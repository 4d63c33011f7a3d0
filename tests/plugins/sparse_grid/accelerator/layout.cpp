// Orders and layouts against their definitions.
#include "sparse_grid/accelerator/layout.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "cases.hpp"
#include "tests/catch.hpp"

namespace layout = sparse_grid::accelerator;

namespace {

// Morton order by its definition: the dimension whose cells differ in the highest bit decides, the
// first of several.
bool before(const double* a, const double* b, std::size_t dimensions, unsigned bits) {
  const auto cell = [&](double x) {
    return static_cast<unsigned>(std::min(x * std::exp2(bits), std::exp2(bits) - 1));
  };
  std::size_t decisive = 0;
  unsigned highest = 0;
  for (std::size_t k = 0; k < dimensions; ++k) {
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
  return order == layout::given_order(order.size());
}

}  // namespace

TEST_CASE("z_order is a permutation along the Morton curve") {
  for (const std::size_t d : {1, 2, 3, 5, 12, 40, 70}) {
    std::mt19937 random(static_cast<unsigned>(d));
    std::uniform_real_distribution<double> uniform(0, 1);
    std::vector<double> data(300 * d);
    for (auto& x : data) x = uniform(random);
    data[0] = 1;
    data[d] = 0;
    const auto order = layout::z_order<double>(data, d);
    REQUIRE(order.size() == 300);
    REQUIRE(is_permutation(order));
    const std::size_t counted = std::min<std::size_t>(d, 64);
    const auto bits = static_cast<unsigned>(std::min<std::size_t>(64 / counted, 16));
    for (std::size_t j = 1; j < order.size(); ++j) {
      CHECK_FALSE(before(&data[order[j] * d], &data[order[j - 1] * d], counted, bits));
    }
  }
}

TEST_CASE("An order is padded with places without a point") {
  CHECK(layout::padded({2, 0, 1}, 5) ==
        std::vector<std::uint32_t>{2, 0, 1, layout::no_point, layout::no_point});
}

TEST_CASE("by_dimension transposes and pads with the centre") {
  const std::vector<float> data{0.1F, 0.2F, 0.3F, 0.4F, 0.6F, 0.7F};
  const auto columns = layout::by_dimension<float>(data, 2, 4);
  CHECK(columns == std::vector<float>{0.1F, 0.3F, 0.6F, 0.5F, 0.2F, 0.4F, 0.7F, 0.5F});
}
