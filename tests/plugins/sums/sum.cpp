#include "plugins/sums/sum.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "tests/catch.hpp"

namespace {

__extension__ typedef __int128 Units;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

template <class Real>
sums::Sum<Real> sum_of(const std::vector<Real>& numbers) {
  sums::Sum<Real> sum;
  for (const Real number : numbers) sum.add(number);
  return sum;
}

}  // namespace

TEST_CASE("a sum is that of the integers of which its numbers are multiples") {
  std::mt19937_64 draw(1);
  for (int round = 0; round < 20; ++round) {
    sums::Sum<double> sum;
    Units units = 0;  // of 2^-30
    for (int k = 0; k < 1000; ++k) {
      // Magnitudes from 2^-30 to 2^52, which no double adds up without rounding.
      const auto number = static_cast<std::int64_t>(draw() >> 11U) - (std::int64_t{1} << 52);
      const auto bits = static_cast<int>(draw() % 30);
      sum.add(std::ldexp(static_cast<double>(number), -bits));
      units += static_cast<Units>(number) << (30 - bits);
    }
    CHECK(sum.value() == std::ldexp(static_cast<double>(units), -30));
  }
}

TEST_CASE("what cancels leaves the rest") {
  CHECK(sum_of<double>({1e100, 1, -1e100}).value() == 1);
  CHECK(sum_of<double>({1, 0x1p-60, -1}).value() == 0x1p-60);
  CHECK(sum_of<float>({}).value() == 0);
}

TEST_CASE("sums of parts add up to the sum of all") {
  const std::vector<double> numbers{1e100, 3, 0x1p-60, -1e100, infinity, 5, not_a_number};
  for (std::size_t count = 0; count <= numbers.size(); ++count) {
    for (std::size_t cut = 0; cut <= count; ++cut) {
      const auto at = [&](std::size_t k) {
        return numbers.begin() + static_cast<std::ptrdiff_t>(k);
      };
      auto sum = sum_of<double>({at(0), at(cut)});
      sum.add(sum_of<double>({at(cut), at(count)}));
      const auto all = sum_of<double>({at(0), at(count)});
      INFO(cut << " and " << count - cut << " numbers");
      CHECK((sum.value() == all.value() || (std::isnan(sum.value()) && std::isnan(all.value()))));
      CHECK(sum.tolerance() == Approx(all.tolerance()));
    }
  }
}

TEST_CASE("special numbers add up as IEEE 754 says") {
  CHECK(sum_of<double>({1, infinity, -5}).value() == infinity);
  CHECK(sum_of<double>({1, -infinity, -5}).value() == -infinity);
  CHECK(std::isnan(sum_of<double>({infinity, 0, -infinity}).value()));
  CHECK(std::isnan(sum_of<double>({not_a_number, 1}).value()));
  CHECK(sum_of<double>({infinity, 1}).tolerance() == 0);
}

TEST_CASE("sums that no order rounds have no tolerance, others have") {
  CHECK(sum_of<float>({}).tolerance() == 0);
  CHECK(sum_of<float>({0.3F}).tolerance() == 0);
  CHECK(sum_of<float>({3, -4, 5}).tolerance() == 0);
  CHECK(sum_of<float>({0x1p24F, -1}).tolerance() > 0);
  CHECK(sum_of<double>({0x1p24, -1}).tolerance() == 0);
  CHECK(sum_of<float>(std::vector<float>(1000, 0.1F)).tolerance() == Approx(33 * 0x1p-24 * 100));
  CHECK(sum_of<float>({0.25F, 1}).tolerance() == Approx(2 * 0x1p-24 * 1.25));
}

TEST_CASE("a sum that some orders overflow has no right result") {
  constexpr float most = std::numeric_limits<float>::max();
  CHECK(sum_of<float>({most, most, -most}).tolerance() == infinity);
  CHECK(sum_of<float>({most, -1}).tolerance() < most);
  CHECK(sum_of<double>({double{most}, double{most}}).tolerance() < most);
}

TEST_CASE("every order is within the tolerance, a sum that lacks a number is not") {
  std::mt19937_64 draw(2);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<float> numbers(1000);
  for (float& number : numbers) number = uniform(draw);
  const auto sum = sum_of(numbers);
  for (int order = 0; order < 100; ++order) {
    std::shuffle(numbers.begin(), numbers.end(), draw);
    float in_order = 0;
    for (const float number : numbers) in_order += number;
    CHECK(std::abs(in_order - sum.value()) <= sum.tolerance());
  }
  int missed = 0;
  for (const float number : numbers) missed += std::abs(number) > 2 * sum.tolerance() ? 0 : 1;
  CHECK(missed <= 10);
}
