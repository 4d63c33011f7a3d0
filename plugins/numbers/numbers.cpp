#include "numbers/numbers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>

#include "assay/random.hpp"
#include "tables/npy_array.hpp"

namespace numbers {
namespace {

using assay::sdk::split_mix;

// Evenly spread over [0, 1), in steps of 2^-53.
double unit(std::uint64_t bits) { return static_cast<double>(bits >> 11U) * 0x1p-53; }

double uniform(std::uint64_t bits) { return 2 * unit(bits) - 1; }

// Box and Muller, "A note on the generation of random normal deviates", 1958.
double normal(std::uint64_t bits) {
  const double radius = std::sqrt(-2 * std::log(1 - unit(bits)));
  return radius * std::cos(2 * std::numbers::pi * unit(split_mix(bits)));
}

double wide(std::uint64_t bits) {
  const double magnitude = std::exp2(20 * uniform(split_mix(bits)));
  return (bits & 1U) != 0 ? -magnitude : magnitude;
}

// Of one number in 256, by type.
template <class Real>
Real special(std::uint64_t bits) {
  using limits = std::numeric_limits<Real>;
  constexpr std::array rare = {Real{0},
                               -Real{0},
                               limits::infinity(),
                               -limits::infinity(),
                               limits::quiet_NaN(),
                               limits::denorm_min(),
                               limits::max(),
                               limits::lowest()};
  if (bits % 256 != 0) return static_cast<Real>(uniform(bits));
  return rare[split_mix(bits) % rare.size()];
}

template <class Real>
Real drawn(const std::string& values, std::uint64_t bits) {
  if (values == "normal") return static_cast<Real>(normal(bits));
  if (values == "wide") return static_cast<Real>(wide(bits));
  if (values == "few-distinct") return static_cast<Real>(bits >> 60U);
  if (values == "special") return special<Real>(bits);
  return static_cast<Real>(uniform(bits));
}

std::size_t product(std::span<const std::size_t> shape) {
  return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

// Where the element that comes k-th in row-major order lies if the first index varies fastest.
std::size_t place_in_fortran_order(std::size_t k, std::span<const std::size_t> shape) {
  std::size_t place = 0;
  std::size_t stride = product(shape);
  for (auto extent = shape.rbegin(); extent != shape.rend(); ++extent) {
    stride /= *extent;
    place += k % *extent * stride;
    k /= *extent;
  }
  return place;
}

}  // namespace

std::vector<assay::sdk::Argument> arguments(std::vector<assay::sdk::Argument> own) {
  const std::vector<assay::sdk::Argument> more = {
      {"precision", "The type of the numbers.", "float", {"float", "double"}},
      {"values",
       "How they are drawn. uniform: in [-1, 1); normal: with mean 0 and variance 1; wide: of "
       "either sign, with magnitudes spread evenly over the powers from 2^-20 to 2^20; "
       "few-distinct: 0 to 15; special: uniform, and one in 256 is a zero of either sign, an "
       "infinity, a NaN, the least subnormal, the largest number or its negative.",
       "uniform",
       {"uniform", "normal", "wide", "few-distinct", "special"}},
      {"file", "A NumPy file (.npy) of the array's shape to take them from; empty: drawn.", ""},
      {"seed", "The seed from which they are drawn.", 1, {}, assay::sdk::any_seed()},
  };
  own.insert(own.end(), more.begin(), more.end());
  return own;
}

Source::Source(const assay::sdk::Host& host, const assay::sdk::Bindings& bound)
    : values_(bound.text("values")),
      file_(bound.text("file")),
      seed_(static_cast<std::uint64_t>(bound.integer("seed"))) {
  if (!file_.empty()) file_ = host.resolve_path(file_);
}

template <class Real>
std::vector<Real> Source::take(std::span<const std::size_t> shape, std::uint64_t stream) const {
  std::vector<Real> taken;
  if (!file_.empty() && stream == 0) {
    const std::vector<double> read_numbers = read(shape);
    taken.reserve(read_numbers.size());
    for (const double number : read_numbers) taken.push_back(static_cast<Real>(number));
    return taken;
  }
  taken.resize(product(shape));
  const std::uint64_t begin = split_mix(split_mix(seed_) ^ stream);
  for (std::size_t k = 0; k < taken.size(); ++k) {
    taken[k] = drawn<Real>(values_, split_mix(begin ^ k));
  }
  return taken;
}

template std::vector<float> Source::take(std::span<const std::size_t>, std::uint64_t) const;
template std::vector<double> Source::take(std::span<const std::size_t>, std::uint64_t) const;

std::vector<double> Source::read(std::span<const std::size_t> shape) const {
  const tables::NpyArray array(file_);
  if (!std::ranges::equal(array.shape(), shape)) {
    array.fail(fmt::format("holds an array of shape ({}), but the instance's arguments say ({})",
                           fmt::join(array.shape(), ", "), fmt::join(shape, ", ")));
  }
  std::vector<double> read_numbers(product(shape));
  for (std::size_t k = 0; k < read_numbers.size(); ++k) {
    const bool as_it_lies = !array.is_fortran_order();
    read_numbers[k] = array.value(as_it_lies ? k : place_in_fortran_order(k, shape));
  }
  return read_numbers;
}

}  // namespace numbers
