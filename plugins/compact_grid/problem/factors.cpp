#include "compact_grid/problem/factors.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace compact_grid {
namespace {

std::vector<std::complex<double>> rounded_factors(const std::vector<Complex>& factors) {
  std::vector<std::complex<double>> rounded(factors.size());
  std::ranges::transform(factors, rounded.begin(), [](const Complex& factor) {
    return std::complex<double>(static_cast<double>(factor.real()),
                                static_cast<double>(factor.imag()));
  });
  return rounded;
}

// Each difference requires nodal values only, which are read from a copy.
void hierarchize_factors(uint levels, std::vector<Complex>& factors) {
  const std::vector<Complex> nodal = factors;
  for (uint level = 0; level < levels; ++level) {
    for (std::uint64_t k = 0; k < std::uint64_t{1} << level; ++k) {
      const auto index = static_cast<uint>(2 * k + 1);
      uint parent_level = 0;
      uint parent_index = 0;
      left_parent(level, index, &parent_level, &parent_index);
      const Complex left = nodal[coordinate_entry(parent_level, parent_index)];
      right_parent(level, index, &parent_level, &parent_index);
      const Complex right = nodal[coordinate_entry(parent_level, parent_index)];
      factors[coordinate_entry(level, index)] -= (left + right) / 2.0L;
    }
  }
}

// The factors of the varying coordinates of one subspace, with those of the other coordinates
// multiplied beforehand.
struct Subspace {
  Subspace(const Grid& grid, const Factors& factors, const Face& face, const uint* level) {
    for (uint t = grid.dimensions(); t-- > 0;) {
      if ((face.fixed >> t & 1) != 0) {
        constant *= factors[t][face.sides >> t & 1];
      } else if (level[t] == 0) {
        constant *= factors[t][coordinate_entry(0, 1)];
      } else {
        tables[varying] = factors[t].data() + coordinate_entry(level[t], 1);
        bits[varying++] = level[t];
      }
    }
  }
  // The product at the point with the given number within the subspace.
  [[nodiscard]] double product(std::uint64_t within) const {
    std::complex<double> value = constant;
    for (uint k = 0; k < varying; ++k) {
      value *= tables[k][within & ((std::uint64_t{1} << bits[k]) - 1)];
      within >>= bits[k];
    }
    return value.real();
  }
  std::complex<double> constant = 1;
  uint varying = 0;
  std::array<const std::complex<double>*, most_dimensions> tables{};
  std::array<uint, most_dimensions> bits{};
};

}  // namespace

Factors nodal_factors(const Grid& grid, const Function& function) {
  Factors factors;
  for (uint t = 0; t < grid.dimensions(); ++t) {
    factors.push_back(rounded_factors(function.nodal_factors(t)));
  }
  return factors;
}

Factors hierarchical_factors(const Grid& grid, const Function& function) {
  Factors factors;
  for (uint t = 0; t < grid.dimensions(); ++t) {
    std::vector<Complex> exact = function.nodal_factors(t);
    hierarchize_factors(grid.levels(), exact);
    factors.push_back(rounded_factors(exact));
  }
  return factors;
}

template <class T>
std::vector<T> products(const Grid& grid, const Factors& factors) {
  std::vector<T> values(grid.points());
  const grid_tables tables = grid.tables();
  for_each_face(grid, [&](const Face& face) {
    T* const out = values.data() + face.first;
    for (uint sum = 0; sum < grid.levels(); ++sum) {
      const std::uint64_t first = points_below(tables, face.dimensions, sum);
      const std::uint64_t count = (points_below(tables, face.dimensions, sum + 1) - first) >> sum;
      const std::uint64_t size = std::uint64_t{1} << sum;
#pragma omp parallel for schedule(dynamic, 16) if (count * size > 10000)
      for (std::uint64_t number = 0; number < count; ++number) {
        std::array<uint, most_dimensions> level{};
        subspace_levels(tables, face.fixed, sum, number, level.data());
        const Subspace subspace(grid, factors, face, level.data());
        T* const place = out + first + number * size;
        for (std::uint64_t k = 0; k < size; ++k) place[k] = static_cast<T>(subspace.product(k));
      }
    }
  });
  return values;
}
template std::vector<float> products(const Grid&, const Factors&);
template std::vector<double> products(const Grid&, const Factors&);

namespace {

// A polynomial in a variable whose exponent is a sum of levels, up to the grid's greatest sum.
template <class T>
using Polynomial = std::array<T, most_levels>;

// The contribution of one dimension on each level: the coefficient times the hat, its magnitude,
// and the magnitude of the coefficient alone. The boundary adds nothing to the sum of levels, like
// level 0.
struct Contribution {
  Contribution(const Grid& grid, const std::vector<std::complex<double>>& factors, double x) {
    if (grid.has_boundary()) {
      add(0, factors[0], 1 - x);
      add(0, factors[1], x);
    }
    for (uint level = 0; level < grid.levels(); ++level) {
      const double cells = std::ldexp(1.0, static_cast<int>(level));
      const double cell = std::min(std::floor(x * cells), cells - 1);
      const auto index = 2 * static_cast<std::uint64_t>(cell) + 1;
      const double hat = 1 - std::abs(2 * cells * x - static_cast<double>(index));
      add(level, factors[coordinate_entry(level, static_cast<uint>(index))], hat);
    }
  }
  void add(uint level, std::complex<double> coefficient, double hat) {
    const double size = std::abs(coefficient);
    value[level] += coefficient * hat;
    magnitude[level] += size * hat;
    slack[level] += size;
  }
  Polynomial<std::complex<double>> value{};
  Polynomial<double> magnitude{};
  Polynomial<double> slack{};
};

}  // namespace

Sum interpolate(const Grid& grid, const Factors& hierarchical, std::span<const double> x) {
  Polynomial<std::complex<double>> value{1};
  Polynomial<double> magnitude{1};
  Polynomial<double> slack{};
  for (uint t = 0; t < grid.dimensions(); ++t) {
    const Contribution next(grid, hierarchical[t], x[t]);
    for (uint sum = grid.levels(); sum-- > 0;) {  // downwards: lower entries are still to be read
      std::complex<double> total = 0;
      double total_magnitude = 0;
      double total_slack = 0;
      for (uint level = 0; level <= sum; ++level) {
        total += value[sum - level] * next.value[level];
        total_slack +=
            slack[sum - level] * next.magnitude[level] + magnitude[sum - level] * next.slack[level];
        total_magnitude += magnitude[sum - level] * next.magnitude[level];
      }
      value[sum] = total;
      magnitude[sum] = total_magnitude;
      slack[sum] = total_slack;
    }
  }
  Sum sum;
  for (uint s = 0; s < grid.levels(); ++s) {
    sum.value += value[s].real();
    sum.magnitude += magnitude[s];
    sum.slack += slack[s];
  }
  return sum;
}

}  // namespace compact_grid
