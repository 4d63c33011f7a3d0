// Checks of comparisons for any device with memory of its own.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "framework/device/device_memory.hpp"
#include "tests/catch.hpp"

namespace assay::device::test {

// The definition, one element after the other. `own` has the tolerances of the elements, or
// nothing.
template <class Real>
Differences plain_differences(const std::vector<Real>& got, const std::vector<Real>& expected,
                              const std::vector<Real>& own, double absolute, double relative) {
  Differences all;
  for (std::size_t k = 0; k < got.size(); ++k) {
    const double x = got[k];
    const double r = expected[k];
    const double of_element = own.empty() ? 0 : own[k];
    if (std::isinf(of_element)) continue;
    double error = 0;
    if (std::isfinite(x) && std::isfinite(r)) {
      all.deviation = std::max(all.deviation, std::abs(x - r));
      all.magnitude = std::max(all.magnitude, std::abs(r));
      const double tolerance = absolute + relative * std::abs(r) + of_element;
      if (x != r) error = tolerance > 0 ? std::abs(x - r) / tolerance : 2;
    } else {
      const bool same = std::isnan(r) ? std::isnan(x) : x == r;
      error = same ? 0 : 2;
    }
    if (error > 1) ++all.beyond;
    all.error = std::max(all.error, error);
  }
  return all;
}

enum class Own { none, of_each };

template <class Real>
void check_comparison(DeviceMemory& device, std::size_t count, std::size_t first, bool odd,
                      double absolute, double relative, Own own_tolerances = Own::none) {
  const bool has_own = own_tolerances == Own::of_each;
  CAPTURE(count, first, odd, absolute, relative, has_own, sizeof(Real));
  std::mt19937_64 draw(count + first);
  std::uniform_real_distribution<double> unit(-1, 1);
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  const Real odd_numbers[] = {infinity, -infinity, std::numeric_limits<Real>::quiet_NaN(), Real{0}};
  std::vector<Real> got(count);
  std::vector<Real> expected(count);
  std::vector<Real> own(has_own ? count : 0);
  for (std::size_t k = 0; k < count; ++k) {
    const double r = unit(draw) * std::exp2(std::floor(20 * unit(draw)));
    expected[k] = static_cast<Real>(r);
    double tolerance = absolute + relative * std::abs(r);
    if (has_own) {
      own[k] = static_cast<Real>(std::abs(r) * std::exp2(std::floor(5 * unit(draw)) - 9));
      tolerance += own[k];
    }
    got[k] = static_cast<Real>(r + 0.9 * unit(draw) * tolerance);
    if (!odd || draw() % 100 != 0) continue;
    expected[k] = odd_numbers[draw() % 4];
    got[k] = draw() % 2 == 0 ? expected[k] : odd_numbers[draw() % 4];
    if (has_own && draw() % 2 == 0) own[k] = infinity;
  }
  const std::size_t bytes = count * sizeof(Real);
  const auto elements = device.create_buffer(first * sizeof(Real) + bytes);
  const auto reference = device.create_buffer(bytes);
  const auto tolerances = device.create_buffer(bytes);
  device.write(nullptr, *elements, first * sizeof(Real), got.data(), bytes);
  device.write(nullptr, *reference, 0, expected.data(), bytes);
  if (has_own) device.write(nullptr, *tolerances, 0, own.data(), bytes);
  const auto found = device.compare({elements.get(), first * sizeof(Real), reference.get(), count,
                                     sizeof(Real) == 4 ? ASSAY_F32 : ASSAY_F64, absolute, relative,
                                     has_own ? tolerances.get() : nullptr});
  REQUIRE(found);
  const Differences wanted = plain_differences(got, expected, own, absolute, relative);
  CHECK(found->beyond == wanted.beyond);
  CHECK(found->error == Approx(wanted.error).epsilon(1e-12));
  CHECK(found->deviation == wanted.deviation);
  CHECK(found->magnitude == wanted.magnitude);
}

// Sizes around groups, beginnings of every alignment, tolerances of either kind, and numbers that
// are none.
inline void check_comparisons(DeviceMemory& device) {
  for (const std::size_t count : {1U, 127U, 128U, 129U, 1000U, 300'001U}) {
    for (const std::size_t first : {0U, 1U, 3U}) {
      for (const bool odd : {false, true}) {
        check_comparison<float>(device, count, first, odd, 1e-3, 1e-4);
        check_comparison<double>(device, count, first, odd, 0, 1e-9);
        check_comparison<double>(device, count, first, odd, 1e-9, 0);
        check_comparison<float>(device, count, first, odd, 0, 0);
        check_comparison<float>(device, count, first, odd, 0, 0, Own::of_each);
        check_comparison<double>(device, count, first, odd, 1e-9, 1e-9, Own::of_each);
      }
    }
  }
}

// One element of four is wrong in one way or another, and is found unless its own tolerance reaches
// that far.
inline void check_own_tolerances(DeviceMemory& device) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> expected = {1, 2, 3, 4};
  const auto elements = device.create_buffer(32);
  const auto reference = device.create_buffer(32);
  const auto tolerances = device.create_buffer(32);
  device.write(nullptr, *reference, 0, expected.data(), 32);
  const auto beyond = [&](double got, double tolerance) {
    const std::vector<double> all = {1, 2, got, 4.5};
    const std::vector<double> own = {0, 0, tolerance, 0.5};
    device.write(nullptr, *elements, 0, all.data(), 32);
    device.write(nullptr, *tolerances, 0, own.data(), 32);
    const auto found =
        device.compare({elements.get(), 0, reference.get(), 4, ASSAY_F64, 0, 0, tolerances.get()});
    REQUIRE(found);
    return found->beyond;
  };
  CHECK(beyond(3, 0) == 0);
  CHECK(beyond(3.5, 0.5) == 0);
  CHECK(beyond(3.5, 0.25) == 1);
  CHECK(beyond(3.5, 0) == 1);
  for (const double odd : {no_number, infinity, -infinity}) {
    CHECK(beyond(odd, std::numeric_limits<double>::max()) == 1);
    CHECK(beyond(odd, infinity) == 0);
  }
}

// Counts numbers that have more digits than the next lower precision holds.
inline void check_digits(DeviceMemory& device) {
  const std::vector<float> expected = {1.0F, 1.0F + 0x1p-20F, 1.0F / 3, 0.1F};
  const std::vector<float> got = {1.0F, 1.0F, 1.0F / 3, 0.1F};
  const auto elements = device.create_buffer(16);
  const auto reference = device.create_buffer(16);
  device.write(nullptr, *elements, 0, got.data(), 16);
  device.write(nullptr, *reference, 0, expected.data(), 16);
  const auto found = device.compare({elements.get(), 0, reference.get(), 4, ASSAY_F32, 1e-3, 0});
  REQUIRE(found);
  CHECK(found->fine == 3);
  CHECK(found->rounded == 1);
}

}  // namespace assay::device::test
