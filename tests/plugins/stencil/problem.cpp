// The reference of stencil/grid against sums over all points of the grid, and what is refused.
#include <cmath>
#include <cstdlib>
#include <limits>
#include <vector>

#include "tests/catch.hpp"
#include "tests/npy_file.hpp"
#include "tests/plugins/host/fake_host.hpp"
#include "tests/plugins/host/loaded_plugin.hpp"
#include "tests/plugins/host/temporary_file.hpp"

namespace {

using Given = std::map<std::string, assay::sdk::Value>;

struct Extent {
  std::int64_t width;
  std::int64_t height;
  std::int64_t depth;

  [[nodiscard]] std::int64_t points() const { return width * height * depth; }
  [[nodiscard]] Given arguments(std::int64_t radius) const {
    return {{"width", width}, {"height", height}, {"depth", depth}, {"radius", radius}};
  }
};

// An instance, its numbers and what is expected of it.
struct Swept {
  explicit Swept(const Given& given) : instance(host, *testing::plugin().problems[0], given) {
    INFO(host.failure);
    REQUIRE(instance.status == ASSAY_OK);
    x = numbers(instance.inputs()[0]);
    weights = numbers(instance.inputs()[1]);
    expected = numbers(instance.reference()[0].reference);
    tolerance = instance.reference()[0].absolute;
  }

  static std::vector<double> numbers(const assay_tensor& tensor) {
    if (tensor.element == ASSAY_F64) return copied<double>(tensor);
    return copied<float>(tensor);
  }
  template <class Real>
  static std::vector<double> copied(const assay_tensor& tensor) {
    const auto* data = static_cast<const Real*>(tensor.data);
    return {data, data + assay::sdk::element_count(tensor)};
  }

  testing::FakeHost host;
  testing::CreatedInstance instance;
  std::vector<double> x;
  std::vector<double> weights;
  std::vector<double> expected;
  double tolerance = 0;
};

// The weight with which point q counts at point p: that of their distance if they differ in one
// coordinate at most.
double weight_between(const Extent& extent, const std::vector<double>& weights, std::int64_t p,
                      std::int64_t q) {
  const std::int64_t plane = extent.width * extent.height;
  const std::int64_t apart[] = {
      std::abs(p % extent.width - q % extent.width),
      std::abs(p / extent.width % extent.height - q / extent.width % extent.height),
      std::abs(p / plane - q / plane)};
  const std::int64_t total = apart[0] + apart[1] + apart[2];
  const bool on_an_axis = std::max({apart[0], apart[1], apart[2]}) == total;
  return on_an_axis && total < static_cast<std::int64_t>(weights.size())
             ? weights[static_cast<std::size_t>(total)]
             : 0;
}

}  // namespace

TEST_CASE("the reference is the sum over all points of the grid by their distance") {
  for (const Extent& extent :
       {Extent{1, 1, 1}, {7, 1, 1}, {1, 6, 1}, {5, 11, 1}, {1, 1, 8}, {4, 3, 2}, {9, 5, 6}}) {
    for (std::int64_t radius = 1; radius <= 4; ++radius) {
      INFO(extent.width << " x " << extent.height << " x " << extent.depth << ", radius "
                        << radius);
      auto given = extent.arguments(radius);
      given.emplace("precision", "double");
      const Swept swept(given);
      for (std::int64_t p = 0; p < extent.points(); ++p) {
        double sum = 0;
        for (std::int64_t q = 0; q < extent.points(); ++q) {
          sum += weight_between(extent, swept.weights, p, q) * swept.x[static_cast<std::size_t>(q)];
        }
        REQUIRE(swept.expected[static_cast<std::size_t>(p)] ==
                Approx(sum).epsilon(0).margin(swept.tolerance));
      }
    }
  }
}

TEST_CASE("weights differ, and those of a whole star add up to 1") {
  for (const std::int64_t depth : {1, 9}) {
    for (std::int64_t radius = 1; radius <= 4; ++radius) {
      const auto weights = Swept(Extent{9, 9, depth}.arguments(radius)).weights;
      REQUIRE(weights.size() == static_cast<std::size_t>(radius) + 1);
      double total = weights[0];
      for (std::size_t d = 1; d < weights.size(); ++d) {
        CHECK(weights[d] < weights[d - 1]);
        CHECK(weights[d] > 0);
        total += (depth == 1 ? 4 : 6) * weights[d];
      }
      CHECK(total == Approx(1).epsilon(1e-6));
    }
  }
}

TEST_CASE("a point that is not finite reaches its star and nothing else; no sum overflows") {
  const Extent extent{24, 18, 8};
  auto given = extent.arguments(4);
  given.emplace("values", "special");
  const Swept swept(given);
  std::size_t without = 0;
  for (std::int64_t p = 0; p < extent.points(); ++p) {
    bool reached = false;
    for (std::int64_t q = 0; q < extent.points() && !reached; ++q) {
      reached = weight_between(extent, swept.weights, p, q) > 0 &&
                !std::isfinite(swept.x[static_cast<std::size_t>(q)]);
    }
    REQUIRE(std::isfinite(swept.expected[static_cast<std::size_t>(p)]) == !reached);
    without += reached ? 0 : 1;
  }
  CHECK(without > swept.x.size() / 2);
  CHECK(without < swept.x.size());
  // Numbers are of magnitude 1 then, and a neighbour left out is larger than the tolerance.
  CHECK(swept.tolerance < 1e-5);
}

TEST_CASE("numbers come from a file of the grid's shape") {
  std::vector<float> in_file{1, 2, 3, 4, 5, std::numeric_limits<float>::max()};
  const testing::TemporaryFile file("x.npy", testing::npy("<f4", "(1, 2, 3)", in_file));
  auto given = Extent{3, 2, 1}.arguments(1);
  given.emplace("file", file.path());
  const Swept swept(given);
  CHECK(swept.x == std::vector<double>{1, 2, 3, 4, 5, 1});
  const auto w = swept.weights;
  CHECK(swept.expected[1] == Approx(w[0] * 2 + w[1] * (1 + 3 + 5)));

  testing::FakeHost host;
  given.at("width") = 2;
  const testing::CreatedInstance refused(host, *testing::plugin().problems[0], given);
  CHECK(refused.status == ASSAY_DATA_ERROR);
  CHECK_THAT(host.failure, contains(file.path()) && contains("(1, 2, 3)") && contains("(1, 2, 2)"));
}

TEST_CASE("a grid without points, and one that is too large, are refused by name") {
  for (const Extent& extent : {Extent{0, 3, 1}, {3, -1, 1}, {3, 3, 0}, {1 << 20, 1 << 11, 2}}) {
    testing::FakeHost host;
    const testing::CreatedInstance refused(host, *testing::plugin().problems[0],
                                           extent.arguments(1));
    CHECK(refused.status == ASSAY_INVALID);
    CHECK_THAT(host.failure, contains("width, height and depth are at least 1"));
  }
}
