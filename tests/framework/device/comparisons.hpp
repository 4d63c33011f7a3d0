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

// The definition, one element after the other.
template <class Real>
Differences plain_differences(const std::vector<Real>& got, const std::vector<Real>& expected,
                              double absolute, double relative) {
  Differences all;
  for (std::size_t k = 0; k < got.size(); ++k) {
    const double x = got[k];
    const double r = expected[k];
    double error = 0;
    if (std::isfinite(x) && std::isfinite(r)) {
      all.deviation = std::max(all.deviation, std::abs(x - r));
      all.magnitude = std::max(all.magnitude, std::abs(r));
      const double tolerance = absolute + relative * std::abs(r);
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

template <class Real>
void check_comparison(DeviceMemory& device, std::size_t count, std::size_t first, bool odd,
                      double absolute, double relative) {
  CAPTURE(count, first, odd, absolute, relative, sizeof(Real));
  std::mt19937_64 draw(count + first);
  std::uniform_real_distribution<double> unit(-1, 1);
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  const Real odd_numbers[] = {infinity, -infinity, std::numeric_limits<Real>::quiet_NaN(), Real{0}};
  std::vector<Real> got(count);
  std::vector<Real> expected(count);
  for (std::size_t k = 0; k < count; ++k) {
    const double r = unit(draw) * std::exp2(std::floor(20 * unit(draw)));
    expected[k] = static_cast<Real>(r);
    got[k] = static_cast<Real>(r + 0.9 * unit(draw) * (absolute + relative * std::abs(r)));
    if (!odd || draw() % 100 != 0) continue;
    expected[k] = odd_numbers[draw() % 4];
    got[k] = draw() % 2 == 0 ? expected[k] : odd_numbers[draw() % 4];
  }
  const std::size_t bytes = count * sizeof(Real);
  const auto elements = device.create_buffer(first * sizeof(Real) + bytes);
  const auto reference = device.create_buffer(bytes);
  device.write(nullptr, *elements, first * sizeof(Real), got.data(), bytes);
  device.write(nullptr, *reference, 0, expected.data(), bytes);
  const auto found =
      device.compare({elements.get(), first * sizeof(Real), reference.get(), count,
                      sizeof(Real) == 4 ? ASSAY_F32 : ASSAY_F64, absolute, relative});
  REQUIRE(found);
  const Differences wanted = plain_differences(got, expected, absolute, relative);
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
      }
    }
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
