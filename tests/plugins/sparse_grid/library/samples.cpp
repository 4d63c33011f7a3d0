#include "plugins/sparse_grid/library/samples.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "plugins/sparse_grid/library/random.hpp"
#include "tests/catch.hpp"

using namespace sparse_grid;

namespace {

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

bool in_unit_cube(const Samples& samples) {
  return std::ranges::all_of(samples.points, [](double x) { return x >= 0 && x <= 1; });
}

}  // namespace

TEST_CASE("random numbers have the moments of their distributions", "[samples]") {
  Random random(1);
  const int count = 200'000;
  double uniform = 0, normal = 0, squared = 0;
  std::vector<int> faces(6);
  for (int k = 0; k < count; ++k) {
    const double u = random.uniform();
    REQUIRE((u >= 0 && u < 1));
    uniform += u;
    const double z = random.normal();
    normal += z;
    squared += z * z;
    ++faces[random.below(6)];
  }
  // The bounds are five standard errors.
  CHECK(std::abs(uniform / count - 0.5) < 5 * std::sqrt(1.0 / 12 / count));
  CHECK(std::abs(normal / count) < 5 / std::sqrt(count));
  CHECK(std::abs(squared / count - 1) < 5 * std::sqrt(2.0 / count));
  for (const int face : faces)
    CHECK(std::abs(face - count / 6.0) < 5 * std::sqrt(count * 5 / 36.0));
  CHECK(Random(1).next() != Random(1, 1).next());
}

TEST_CASE("generated sets fill the unit cube and repeat with their seed", "[samples]") {
  for (const auto generate :
       {uniform_samples, friedman1_samples, checkerboard_samples, gaussian_samples}) {
    const auto a = generate(6, 500, 3);
    CHECK(a.dimensions == 6);
    CHECK(a.size() == 500);
    CHECK(in_unit_cube(a));
    CHECK((a.targets.empty() || a.targets.size() == 500));
    const auto b = generate(6, 500, 3);
    CHECK(a.points == b.points);
    CHECK(a.targets == b.targets);
    CHECK(a.points != generate(6, 500, 4).points);
  }
}

TEST_CASE("Friedman's targets are the function plus unit noise", "[samples]") {
  const auto s = friedman1_samples(7, 20'000, 1);
  std::vector<double> noise, squared;
  for (std::size_t m = 0; m < s.size(); ++m) {
    const double* x = s.points.data() + 7 * m;
    const double f =
        10 * std::sin(M_PI * x[0] * x[1]) + 20 * std::pow(x[2] - 0.5, 2) + 10 * x[3] + 5 * x[4];
    noise.push_back(s.targets[m] - f);
    squared.push_back(noise.back() * noise.back());
  }
  CHECK(std::abs(mean(noise)) < 5 / std::sqrt(20'000.0));
  CHECK(std::abs(mean(squared) - 1) < 5 * std::sqrt(2.0 / 20'000));
  CHECK_THROWS_WITH(friedman1_samples(4, 10, 1), contains("5 dimensions"));
}

TEST_CASE("neighbouring fields of the board differ", "[samples]") {
  const auto s = checkerboard_samples(2, 2000, 1);
  for (std::size_t m = 0; m < s.size(); ++m) {
    const int fields =
        static_cast<int>(4 * s.points[2 * m]) + static_cast<int>(4 * s.points[2 * m + 1]);
    CHECK(s.targets[m] == (fields % 2 == 0 ? 1 : -1));
  }
}

TEST_CASE("Gaussian samples gather around centres far apart, with their density", "[samples]") {
  for (const std::size_t d : {1, 2, 5, 10}) {
    const auto s = gaussian_samples(d, 1000 * d, 2);
    CHECK(in_unit_cube(s));
    // Sample m belongs to distribution m mod d. The means of a distribution's samples estimate its
    // centre, and its targets, peak exp(-r^2 / 2 sigma^2), give sigma: peak = (sigma sqrt(2
    // pi))^-d.
    std::vector<std::vector<double>> centre(d, std::vector<double>(d));
    std::vector<double> peak(d);
    for (std::size_t m = 0; m < s.size(); ++m) {
      for (std::size_t k = 0; k < d; ++k) centre[m % d][k] += s.points[m * d + k] / 1000;
      peak[m % d] = std::max(peak[m % d], s.targets[m]);
      CHECK(s.targets[m] >= 0);
    }
    const double sigma = std::pow(*std::ranges::max_element(peak), -1.0 / static_cast<double>(d)) /
                         std::sqrt(2 * M_PI);
    CHECK(sigma <= 0.13);
    for (std::size_t a = 0; a < d; ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        double squared = 0;
        for (std::size_t k = 0; k < d; ++k) squared += std::pow(centre[a][k] - centre[b][k], 2);
        CHECK(std::sqrt(squared) > 20 * sigma);  // 32 sigma, less the estimates' errors
      }
    }
  }
}
