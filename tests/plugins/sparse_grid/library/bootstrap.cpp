#include "plugins/sparse_grid/library/bootstrap.hpp"

#include <algorithm>
#include <cmath>

#include "plugins/sparse_grid/library/random.hpp"
#include "tests/catch.hpp"

using namespace sparse_grid;

namespace {

// Samples with two features that depend on each other and one with two values; the target is the
// number of the row.
Samples rows(std::size_t count) {
  Random random(7);
  Samples samples;
  samples.dimensions = 3;
  for (std::size_t m = 0; m < count; ++m) {
    const double x = 0.5 + 0.08 * random.normal();
    samples.points.insert(
        samples.points.end(),
        {std::clamp(x, 0.0, 1.0), std::clamp(0.9 * x + 0.02 * random.normal(), 0.0, 1.0),
         m % 3 == 0 ? 1.0 : 0.0});
    samples.targets.push_back(static_cast<double>(m));
  }
  return samples;
}

struct Moments {
  double mean_x, mean_y, var_x, cov;
};

Moments moments(const Samples& samples, std::size_t first) {
  const auto at = [&](std::size_t m, std::size_t k) { return samples.points[3 * m + k]; };
  const double n = static_cast<double>(samples.size() - first);
  Moments result{};
  for (std::size_t m = first; m < samples.size(); ++m) {
    result.mean_x += at(m, 0) / n;
    result.mean_y += at(m, 1) / n;
  }
  for (std::size_t m = first; m < samples.size(); ++m) {
    result.var_x += (at(m, 0) - result.mean_x) * (at(m, 0) - result.mean_x) / n;
    result.cov += (at(m, 0) - result.mean_x) * (at(m, 1) - result.mean_y) / n;
  }
  return result;
}

}  // namespace

TEST_CASE("a bootstrap keeps the rows at hand and the moments of their distribution",
          "[bootstrap]") {
  const Samples before = rows(2000);
  Samples grown = before;
  grow_by_bootstrap(grown, 42'000, 1);
  REQUIRE(grown.size() == 42'000);
  REQUIRE(grown.targets.size() == 42'000);
  CHECK(std::equal(before.points.begin(), before.points.end(), grown.points.begin()));
  CHECK(std::equal(before.targets.begin(), before.targets.end(), grown.targets.begin()));
  const Moments old = moments(before, 0);
  const Moments made = moments(grown, 2000);
  CHECK(made.mean_x == Approx(old.mean_x).epsilon(0.01));
  CHECK(made.mean_y == Approx(old.mean_y).epsilon(0.01));
  CHECK(made.var_x == Approx(old.var_x).epsilon(0.05));
  CHECK(made.cov == Approx(old.cov).epsilon(0.05));
}

TEST_CASE("a bootstrap smoothes what is continuous and only that, within the cube", "[bootstrap]") {
  const Samples before = rows(500);
  Samples grown = before;
  grow_by_bootstrap(grown, 5000, 1);
  std::size_t copies = 0;
  for (std::size_t m = 500; m < grown.size(); ++m) {
    const auto row = static_cast<std::size_t>(grown.targets[m]);
    REQUIRE(row < 500);
    copies += grown.points[3 * m] == before.points[3 * row] ? 1 : 0;
    CHECK(grown.points[3 * m + 2] == before.points[3 * row + 2]);
    // A new point lies near the row from which it was drawn: the noise is a fraction of the spread.
    CHECK(std::abs(grown.points[3 * m] - before.points[3 * row]) < 0.2);
  }
  CHECK(copies < 5);
  CHECK(std::ranges::all_of(grown.points, [](double x) { return x >= 0 && x <= 1; }));
}

TEST_CASE("a bootstrap repeats with its seed and never shrinks a set", "[bootstrap]") {
  Samples a = rows(100);
  Samples b = a;
  Samples other = a;
  grow_by_bootstrap(a, 300, 5);
  grow_by_bootstrap(b, 300, 5);
  grow_by_bootstrap(other, 300, 6);
  CHECK(a.points == b.points);
  CHECK(a.points != other.points);
  grow_by_bootstrap(a, 10, 5);
  CHECK(a.size() == 300);
  Samples untold = rows(50);
  untold.targets.clear();
  grow_by_bootstrap(untold, 60, 1);
  CHECK(untold.targets.empty());
}
