#include "assay/small_float.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "assay/plugin.hpp"
#include "tests/catch.hpp"

using namespace assay::sdk;

namespace {

template <class Float>
Float of_bits(unsigned bits) {
  return Float::of_bits(static_cast<typename Float::Bits>(bits));
}

template <class Float>
constexpr unsigned patterns = 1U << (8 * sizeof(Float));

// The nearest of all numbers of the type, the one with an even last bit of two; by trying each.
template <class Float>
unsigned nearest(double number) {
  unsigned best = 0;
  double distance = std::numeric_limits<double>::infinity();
  for (unsigned bits = 0; bits < patterns<Float> / 2; ++bits) {
    const auto value = static_cast<double>(of_bits<Float>(bits));
    if (!std::isfinite(value)) continue;
    const double off = std::abs(value - number);
    if (off < distance || (off == distance && bits % 2 == 0)) {
      best = bits;
      distance = off;
    }
  }
  return best;
}

template <class Float>
void check_all_patterns() {
  for (unsigned bits = 0; bits < patterns<Float>; ++bits) {
    const auto number = of_bits<Float>(bits);
    const auto value = static_cast<double>(number);
    if (std::isnan(value)) {
      CHECK(std::isnan(static_cast<double>(Float(value))));
    } else {
      CHECK(Float(value).bits() == number.bits());
      CHECK(static_cast<double>(static_cast<float>(number)) == value);
    }
  }
}

}  // namespace

TEST_CASE("every pattern of bits is a number that comes back as it was") {
  check_all_patterns<Float8E4M3>();
  check_all_patterns<Float8E5M2>();
  check_all_patterns<Float16>();
  check_all_patterns<BFloat16>();
}

TEST_CASE("numbers between two are rounded to the nearest, ties to the even one") {
  std::mt19937_64 generator(1);
  std::uniform_real_distribution<double> exponent(-18, 15);
  for (int k = 0; k < 2000; ++k) {
    const double number = std::exp2(exponent(generator));
    if (number < 448) CHECK(Float8E4M3(number).bits() == nearest<Float8E4M3>(number));
    CHECK(Float8E5M2(-number).bits() == (nearest<Float8E5M2>(number) | 0x80U));
  }
  for (unsigned bits = 0; bits + 1 < 0x7E; ++bits) {  // halfway between neighbours
    const double middle = (static_cast<double>(of_bits<Float8E4M3>(bits)) +
                           static_cast<double>(of_bits<Float8E4M3>(bits + 1))) /
                          2;
    CHECK(Float8E4M3(middle).bits() == bits + bits % 2);
  }
}

TEST_CASE("the ends of each type are those of its definition") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  // IEEE 754-2019, binary16; OCP 8-bit Floating Point Specification, table 1.
  CHECK(static_cast<double>(of_bits<Float16>(0x7BFF)) == 65504);
  CHECK(static_cast<double>(of_bits<Float16>(1)) == std::exp2(-24));
  CHECK(Float16(65519.0).bits() == 0x7BFF);
  CHECK(Float16(65520.0).bits() == 0x7C00);
  CHECK(static_cast<double>(Float16(-1e300)) == -infinity);
  CHECK(static_cast<double>(of_bits<Float8E4M3>(0x7E)) == 448);
  CHECK(static_cast<double>(of_bits<Float8E4M3>(1)) == std::exp2(-9));
  CHECK(std::isnan(static_cast<double>(Float8E4M3(465.0))));
  CHECK(static_cast<double>(of_bits<Float8E5M2>(0x7B)) == 57344);
  CHECK(static_cast<double>(of_bits<Float8E5M2>(1)) == std::exp2(-16));
  CHECK(static_cast<double>(Float8E5M2(1e6)) == infinity);
  CHECK(BFloat16(1.0).bits() == 0x3F80);
  CHECK(std::signbit(static_cast<double>(BFloat16(-0.0))));
}

TEST_CASE("elements have the type of what the memory holds") {
  const Float16 half(0.5);
  CHECK(dense_tensor("h", {}, &half).element == ASSAY_F16);
  const std::complex<float> z(1, 2);
  CHECK(elements<const std::complex<float>>(dense_tensor("z", {1}, &z))[0] == z);
  CHECK_THROWS(elements<const double>(dense_tensor("z", {1}, &z)));
}
