#include "compact_grid/problem/function.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "assay/plugin.hpp"
#include "compact_grid/problem/random.hpp"

namespace compact_grid {
namespace {

constexpr long double pi = std::numbers::pi_v<long double>;

// Positive numbers that add up to Genz's difficulty of this function.
std::vector<long double> draw_frequencies(uint dimensions, std::uint64_t seed) {
  Random random(seed, 1);
  std::vector<long double> drawn(dimensions);
  for (auto& frequency : drawn) frequency = 0.5 + random.uniform();
  const long double sum = std::accumulate(drawn.begin(), drawn.end(), 0.0L);
  for (auto& frequency : drawn) frequency *= 9 / sum;
  return drawn;
}

// Draws factors of either sign and of magnitude 3/4 to 1, so that none is lost in the sum of a
// coefficient.
std::vector<Complex> draw_factors(std::size_t count, bool vanishes, std::uint64_t seed,
                                  uint dimension) {
  Random random(seed, 16 + std::uint64_t{dimension});
  std::vector<Complex> factors(count);
  for (auto& factor : factors) {
    const double drawn = random.uniform();
    factor = drawn < 0.5 ? -0.75 - drawn / 2 : 0.5 + drawn / 2;
  }
  if (vanishes) factors[0] = factors[1] = 0;
  return factors;
}

}  // namespace

Function::Function(const std::string& name, const Grid& grid, std::uint64_t seed)
    : name_(name),
      dimensions_(grid.dimensions()),
      levels_(grid.levels()),
      vanishes_(!grid.has_boundary()),
      seed_(seed),
      frequencies_(draw_frequencies(grid.dimensions(), seed)) {
  for (const char* known : {"parabola", "sine", "gauss", "oscillatory", "random"}) {
    if (name == known) return;
  }
  throw assay::sdk::Error(ASSAY_INVALID, fmt::format("there is no function '{}'", name));
}

Complex Function::factor(uint dimension, long double x) const {
  const long double parabola = 4 * x * (1 - x);
  if (name_ == "parabola") return parabola;
  if (name_ == "sine") return x == 1 ? 0 : std::sin(pi * x);  // pi is rounded
  const long double bound = vanishes_ ? parabola : 1;
  if (name_ == "gauss") return bound * std::exp(-4 * (x - 0.4L) * (x - 0.4L));
  const long double phase = dimension == 0 ? 1 : 0;
  return std::polar(1.0L, phase + frequencies_[dimension] * x) * bound;
}

double Function::value(std::span<const double> x) const {
  Complex product = 1;
  for (uint t = 0; t < dimensions_; ++t) product *= factor(t, x[t]);
  return static_cast<double>(product.real());
}

std::vector<Complex> Function::nodal_factors(uint dimension) const {
  const std::size_t count = coordinate_entries(levels_);
  if (!is_known_everywhere()) return draw_factors(count, vanishes_, seed_, dimension);
  std::vector<Complex> factors(count);
  factors[0] = factor(dimension, 0);
  factors[1] = factor(dimension, 1);
  for (uint level = 0; level < levels_; ++level) {
    const auto cells = std::uint64_t{2} << level;
    for (std::uint64_t index = 1; index < cells; index += 2) {
      factors[coordinate_entry(level, static_cast<uint>(index))] =
          factor(dimension, static_cast<long double>(index) / static_cast<long double>(cells));
    }
  }
  return factors;
}

}  // namespace compact_grid
