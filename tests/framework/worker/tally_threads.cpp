// That many threads find of an output what one finds, to the last bit.
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "framework/worker/tally.hpp"
#include "tests/catch.hpp"
#include "tests/framework/worker/plain_tally.hpp"

namespace {

using namespace assay;
using test::check_as_defined;
using test::check_same;
using test::plain_tally;
using test::real_tensor;

// Threads share outputs of more than twice as many elements.
constexpr std::size_t share = std::size_t{1} << 18U;
constexpr std::size_t shared = 7 * share + 77;
constexpr std::size_t thread_counts[] = {2, 3, 7};

// Compares with the definition what one thread finds, and with that what several do.
template <class Real>
Tally check_threads(std::vector<Real>& got, std::vector<Real>& expected, double absolute,
                    double relative, std::vector<Real> own = {}) {
  const assay_tensor tolerances = real_tensor(own);
  const auto tally_by = [&](std::size_t threads) {
    return tally_of(real_tensor(got), {real_tensor(expected), absolute, relative},
                    own.empty() ? nullptr : &tolerances, threads);
  };
  const Tally by_one = tally_by(1);
  check_as_defined(by_one, plain_tally(got, expected, absolute, relative, own));
  for (const std::size_t threads : thread_counts) {
    CAPTURE(threads);
    check_same(tally_by(threads), by_one);
  }
  return by_one;
}

// The same without the definition, for elements of any type.
template <class T>
Tally check_threads_alone(assay_element element, std::vector<T>& got, std::vector<T>& expected,
                          double absolute) {
  std::vector<float> shape(got.size());
  assay_tensor output = real_tensor(shape);
  output.element = element;
  assay_tensor reference = output;
  output.data = got.data();
  reference.data = expected.data();
  const Tally by_one = tally_of(output, {reference, absolute, 0}, nullptr, 1);
  for (const std::size_t threads : thread_counts) {
    CAPTURE(threads);
    check_same(tally_of(output, {reference, absolute, 0}, nullptr, threads), by_one);
  }
  return by_one;
}

// Each element is off by up to `most` tolerances; of every `rarity` one is anything at all.
template <class Real>
void compare_hostile(std::size_t rarity, double most, bool has_own) {
  CAPTURE(rarity, most, has_own);
  std::mt19937_64 draw(rarity);
  std::uniform_real_distribution<double> unit(-1, 1);
  using Limits = std::numeric_limits<Real>;
  const Real odd[] = {Limits::infinity(),
                      -Limits::infinity(),
                      Limits::quiet_NaN(),
                      -Limits::quiet_NaN(),
                      Limits::max(),
                      Limits::lowest(),
                      Limits::denorm_min(),
                      Real{0},
                      -Real{0}};
  std::vector<Real> got(shared);
  std::vector<Real> expected(shared);
  std::vector<Real> own(has_own ? shared : 0);
  for (std::size_t k = 0; k < shared; ++k) {
    const double r = unit(draw);
    const double tolerance = 1e-4 * (1 + std::abs(r));
    expected[k] = static_cast<Real>(r);
    got[k] = static_cast<Real>(r + most * unit(draw) * tolerance);
    if (has_own) own[k] = static_cast<Real>(1e-5 * (1 + unit(draw)));
    if (rarity == 0 || draw() % rarity != 0) continue;
    if (draw() % 2 == 0) expected[k] = odd[draw() % std::size(odd)];
    got[k] = draw() % 2 == 0 ? expected[k] : odd[draw() % std::size(odd)];
    if (has_own && draw() % 4 == 0) own[k] = Limits::infinity();
  }
  check_threads(got, expected, 1e-4, 1e-4, own);
}

}  // namespace

TEST_CASE("threads find of hostile numbers what one finds, and what the definition says") {
  compare_hostile<float>(0, 0.99, false);
  compare_hostile<double>(7, 0.99, true);
  compare_hostile<float>(5000, 0.99, true);
  compare_hostile<double>(shared, 5, false);
}

TEST_CASE("the first of equal errors is told, on whichever side of a border it lies") {
  std::vector<float> expected(shared, 1.0F);
  std::vector<float> got = expected;
  // Borders of the shares of 2, 3 and 7 threads and of blocks, and the ends.
  const std::size_t places[] = {shared - 1, 7 * share, 6 * share, 4 * share + 1,
                                4 * share,  3 * share, 2 * share, share,
                                share - 1,  1023,      0};
  std::int64_t wrong = 0;
  std::size_t first = shared;
  for (const std::size_t place : places) {
    got[place] = 2;
    first = std::min(first, place);
    const Tally tally = check_threads_alone(ASSAY_F32, got, expected, 0.5);
    CHECK(tally.beyond == ++wrong);
    CHECK(tally.worst.number == static_cast<std::int64_t>(first));
    CHECK(tally.worst.error == 2);
  }
}

TEST_CASE("the first number that is not finite is told, though a later share has others") {
  std::vector<double> expected(shared, 1.0);
  std::vector<double> got = expected;
  for (const std::size_t place : {shared - 1, 5 * share, 4 * share - 1, share - 1}) {
    got[place] = std::numeric_limits<double>::quiet_NaN();
    got[place - 1] = 3;
    const Tally tally = check_threads_alone(ASSAY_F64, got, expected, 1e-3);
    CHECK(tally.first_not_finite.number == static_cast<std::int64_t>(place));
    CHECK(std::isnan(tally.first_not_finite.got.real()));
  }
}

// Whether the second of them is looked at one by one must not depend on which thread meets it.
TEST_CASE("of errors that differ by a rounding, the same one is told whatever the threads") {
  constexpr double step = std::numeric_limits<double>::epsilon();
  std::vector<double> expected(shared, 0.0);
  std::vector<double> got = expected;
  got[5] = 0.5;
  got[2 * share - 1] = 0.5 * (1 + step);
  got[4 * share] = 0.5 * (1 + 3 * step);
  got[6 * share + 5] = 0.5 * (1 + 2 * step);
  check_threads(got, expected, 1, 0);
  check_threads(got, expected, 0.7, 0.3, std::vector<double>(shared, 0.1));
}

TEST_CASE("threads find of whole and complex numbers what one finds") {
  std::mt19937_64 draw(5);
  std::vector<std::int32_t> whole(shared);
  std::vector<std::complex<float>> complex(shared);
  for (auto& number : whole) number = static_cast<std::int32_t>(draw());
  for (auto& number : complex) {
    number = {static_cast<float>(draw() % 1000), static_cast<float>(draw() % 1000)};
  }
  auto wrong_whole = whole;
  auto wrong_complex = complex;
  for (const std::size_t place : {shared - 1, 4 * share, 3 * share - 1}) {
    wrong_whole[place] ^= 1;
    wrong_complex[place] += std::complex<float>(0, 1);
    const Tally of_whole = check_threads_alone(ASSAY_I32, wrong_whole, whole, 0.5);
    CHECK(of_whole.worst.number == static_cast<std::int64_t>(place));
    const Tally of_complex = check_threads_alone(ASSAY_C64, wrong_complex, complex, 0.5);
    CHECK(of_complex.worst.number == static_cast<std::int64_t>(place));
  }
}
