#include "framework/worker/tally.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "tests/catch.hpp"
#include "tests/framework/worker/plain_tally.hpp"

namespace {

using namespace assay;
using test::check_as_defined;
using test::plain_tally;
using test::real_tensor;

template <class Real>
void check(std::vector<Real>& got, std::vector<Real>& expected, double absolute, double relative,
           std::vector<Real> own = {}) {
  const assay_tensor tolerances = real_tensor(own);
  const Tally found = tally_of(real_tensor(got), {real_tensor(expected), absolute, relative},
                               own.empty() ? nullptr : &tolerances);
  const Tally wanted = plain_tally(got, expected, absolute, relative, own);
  check_as_defined(found, wanted);
}

// Numbers of all magnitudes, each off by up to the tolerance, and of every `rarity` one that is
// further off or not finite.
template <class Real>
void compare_drawn(std::size_t size, std::size_t rarity, double absolute, double relative) {
  CAPTURE(size, rarity, absolute, relative);
  std::mt19937_64 draw(size + rarity);
  std::uniform_real_distribution<double> unit(-1, 1);
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  const Real odd[] = {infinity, -infinity, std::numeric_limits<Real>::quiet_NaN(),
                      std::numeric_limits<Real>::max(), Real{0}};
  std::vector<Real> got(size);
  std::vector<Real> expected(size);
  for (std::size_t k = 0; k < size; ++k) {
    const double r = unit(draw) * std::exp2(std::floor(8 * unit(draw)));
    expected[k] = static_cast<Real>(r);
    got[k] = static_cast<Real>(r + 0.99 * unit(draw) * (absolute + relative * std::abs(r)));
    if (rarity == 0 || draw() % rarity != 0) continue;
    if (draw() % 2 == 0) expected[k] = odd[draw() % std::size(odd)];
    if (draw() % 2 == 0) got[k] = draw() % 2 == 0 ? expected[k] : odd[draw() % std::size(odd)];
    if (draw() % 4 == 0) got[k] = static_cast<Real>(unit(draw));
  }
  check(got, expected, absolute, relative);
}

// As compare_drawn, but each element has a tolerance of its own, of any magnitude, and of every
// `rarity` one has none that is finite.
template <class Real>
void compare_drawn_within_own(std::size_t size, std::size_t rarity, double absolute) {
  CAPTURE(size, rarity, absolute);
  std::mt19937_64 draw(size + rarity);
  std::uniform_real_distribution<double> unit(-1, 1);
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  const Real odd[] = {infinity, -infinity, std::numeric_limits<Real>::quiet_NaN(), Real{7}};
  std::vector<Real> got(size);
  std::vector<Real> expected(size);
  std::vector<Real> own(size);
  for (std::size_t k = 0; k < size; ++k) {
    const double r = unit(draw);
    own[k] = static_cast<Real>(std::exp2(std::floor(10 * unit(draw)) - 11));
    expected[k] = static_cast<Real>(r);
    got[k] = static_cast<Real>(r + 0.99 * unit(draw) * (absolute + own[k]));
    if (rarity == 0 || draw() % rarity != 0) continue;
    if (draw() % 2 == 0) own[k] = infinity;
    if (draw() % 2 == 0) expected[k] = odd[draw() % std::size(odd)];
    if (draw() % 2 == 0) got[k] = odd[draw() % std::size(odd)];
  }
  check(got, expected, absolute, 0, own);
}

}  // namespace

TEST_CASE("blocks compared at a glance and one by one give the tally of the definition") {
  for (const std::size_t size : {0, 1, 7, 1023, 1024, 1025, 5000}) {
    for (const std::size_t rarity : {0, 1, 10, 3000}) {
      compare_drawn<double>(size, rarity, 1e-6, 1e-9);
      compare_drawn<double>(size, rarity, 0, 1e-9);
      compare_drawn<float>(size, rarity, 1e-3, 0);
      compare_drawn<float>(size, rarity, 1e-3, 1e-3);
    }
  }
}

TEST_CASE("cores that share a large output find what one would") {
  constexpr std::size_t large = (std::size_t{1} << 20U) + 77;
  for (const std::size_t rarity : {std::size_t{0}, std::size_t{1000}, 3 * large}) {
    compare_drawn<float>(large, rarity, 1e-3, 1e-3);
  }
}

TEST_CASE("of equal errors the first is told, wherever the shares of the cores begin") {
  std::vector<float> expected(1U << 20U, 1.0F);
  std::vector<float> got = expected;
  for (const std::size_t wrong : {expected.size() - 1, expected.size() / 2, std::size_t{3}}) {
    got[wrong] = 2;
    const Tally tally = tally_of(real_tensor(got), {real_tensor(expected), 0.5, 0});
    CHECK(tally.worst.number == static_cast<std::int64_t>(wrong));
    CHECK(tally.worst.error == 2);
  }
  CHECK(tally_of(real_tensor(got), {real_tensor(expected), 0.5, 0}).beyond == 3);
}

TEST_CASE("an infinite expectation is not met by a finite number, however wide the tolerance") {
  const float infinity = std::numeric_limits<float>::infinity();
  std::vector<float> expected(2048, 1.0F);
  std::vector<float> got(2048, 1.5F);
  expected[1500] = infinity;
  CHECK(tally_of(real_tensor(got), {real_tensor(expected), 1, 1}).beyond == 1);
  got[1500] = infinity;
  const Tally tally = tally_of(real_tensor(got), {real_tensor(expected), 1, 1});
  CHECK(tally.beyond == 0);
  CHECK(tally.magnitude == 1);
}

TEST_CASE("each element has its own tolerance, and an infinite one is not compared") {
  for (const std::size_t size : {1, 7, 1023, 1024, 1025, 5000}) {
    for (const std::size_t rarity : {0, 1, 10, 3000}) {
      compare_drawn_within_own<double>(size, rarity, 0);
      compare_drawn_within_own<double>(size, rarity, 1e-3);
      compare_drawn_within_own<float>(size, rarity, 1e-3);
    }
  }
  compare_drawn_within_own<float>((std::size_t{1} << 20U) + 77, 1000, 1e-3);
}

TEST_CASE("an element is held to its own tolerance, not to that of its neighbour") {
  std::vector<double> expected(3000, 5.0);
  std::vector<double> own(3000, 0.5);
  for (const std::size_t wrong : {0U, 1024U, 2999U}) {
    std::vector<double> got = expected;
    own[wrong] = 0.25;
    got[wrong] += 0.5;
    const assay_tensor tolerances = real_tensor(own);
    const Tally tally = tally_of(real_tensor(got), {real_tensor(expected), 0, 0}, &tolerances);
    CHECK(tally.beyond == 1);
    CHECK(tally.worst.number == static_cast<std::int64_t>(wrong));
    CHECK(tally.worst.error == 2);
    CHECK(tally_of(real_tensor(got), {real_tensor(expected), 0.25, 0}, &tolerances).beyond == 0);
    CHECK(tally_of(real_tensor(got), {real_tensor(expected), 0, 0.05}, &tolerances).beyond == 0);
    own[wrong] = 0.5;
  }
}

TEST_CASE("an element that is not compared leaves no trace, whatever it holds") {
  const double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> expected(2000, 1.0 / 3);
  std::vector<double> got = expected;
  std::vector<double> own(2000, 0.0);
  for (const double odd : {infinity, std::numeric_limits<double>::quiet_NaN(), 1e300, 0.5}) {
    got[1500] = odd;
    expected[1600] = odd;
    own[1500] = own[1600] = infinity;
    const assay_tensor tolerances = real_tensor(own);
    const Tally tally = tally_of(real_tensor(got), {real_tensor(expected), 0, 0}, &tolerances);
    CHECK(tally.beyond == 0);
    CHECK(tally.worst.error == 0);
    CHECK(tally.deviation == 0);
    CHECK(tally.magnitude == 1.0 / 3);
    CHECK(tally.fine == 1998);
    own[1600] = 0;
    CHECK(tally_of(real_tensor(got), {real_tensor(expected), 0, 0}, &tolerances).beyond == 1);
  }
}

TEST_CASE("a NaN is within no finite tolerance") {
  const double no_number = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> expected(2000, 1.0);
  std::vector<double> got = expected;
  std::vector<double> own(2000, std::numeric_limits<double>::max());
  const assay_tensor tolerances = real_tensor(own);
  got[1700] = no_number;
  const Tally tally = tally_of(real_tensor(got), {real_tensor(expected), 0, 0}, &tolerances);
  CHECK(tally.beyond == 1);
  CHECK(tally.first_not_finite.number == 1700);
  expected[1700] = no_number;
  CHECK(tally_of(real_tensor(got), {real_tensor(expected), 0, 0}, &tolerances).beyond == 0);
  got[1700] = 1;
  CHECK(tally_of(real_tensor(got), {real_tensor(expected), 0, 0}, &tolerances).beyond == 1);
}
