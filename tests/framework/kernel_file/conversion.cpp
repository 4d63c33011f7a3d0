#include "framework/kernel_file/conversion.hpp"

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

#include "assay/tensor.hpp"
#include "framework/core/error.hpp"
#include "tests/catch.hpp"

using namespace assay;
using sdk::Float16;

namespace {

template <class To, class From>
std::vector<To> converted(const std::vector<From>& from) {
  std::vector<To> to(from.size());
  convert_elements(sdk::element_of<From>, std::as_bytes(std::span(from)), sdk::element_of<To>,
                   std::as_writable_bytes(std::span(to)));
  return to;
}

}  // namespace

TEST_CASE("elements are rounded once, to the nearest") {
  // The nearest float lies halfway between two halves, and from there the even one, 1, is nearest.
  const double above_half = 1 + std::exp2(-11) + std::exp2(-40);
  CHECK(converted<Float16>(std::vector{above_half})[0].bits() == 0x3C01);
  CHECK(converted<float>(std::vector{1 + std::exp2(-25)})[0] == 1);
  CHECK(std::isinf(static_cast<double>(converted<Float16>(std::vector{1e6})[0])));
  CHECK(std::isnan(converted<float>(std::vector{std::nan("")})[0]));
}

TEST_CASE("more elements than a block are converted and come back as they were") {
  std::vector<double> numbers(5000);
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    numbers[k] = static_cast<double>(k % 1000) / 8 - 60;
  }
  CHECK(converted<double>(converted<Float16>(numbers)) == numbers);
  CHECK(converted<double>(converted<float>(numbers)) == numbers);
}

TEST_CASE("both parts of complex numbers are converted") {
  const std::vector<std::complex<double>> numbers = {{1.5, -2}, {0.25, 1e300}};
  const auto narrow = converted<std::complex<float>>(numbers);
  CHECK(narrow[0] == std::complex<float>(1.5F, -2));
  CHECK(narrow[1].real() == 0.25F);
  CHECK(std::isinf(narrow[1].imag()));
}

TEST_CASE("threads share the conversion of many elements, and each is converted once") {
  constexpr std::size_t many = 7 * (std::size_t{1} << 18U) + 77;
  std::vector<float> numbers(many);
  std::vector<std::uint16_t> wanted(many);
  for (std::size_t k = 0; k < many; ++k) {
    // Neighbours differ, as do elements at the same place of different shares.
    numbers[k] = static_cast<float>(k % 65'521) / 64;
    wanted[k] = Float16(numbers[k]).bits();
  }
  const auto converted_by = [&](std::size_t threads) {
    std::vector<std::uint16_t> bits(many);
    convert_elements(ASSAY_F32, std::as_bytes(std::span(numbers)), ASSAY_F16,
                     std::as_writable_bytes(std::span(bits)), threads);
    return bits;
  };
  for (const std::size_t threads : {1, 2, 3, 7}) {
    CAPTURE(threads);
    CHECK((converted_by(threads) == wanted));
  }
}

TEST_CASE("threads that share a conversion say what cannot be converted") {
  const std::vector<std::int32_t> whole(std::size_t{1} << 20U);
  std::vector<double> real(whole.size());
  CHECK_THROWS_AS(convert_elements(ASSAY_I32, std::as_bytes(std::span(whole)), ASSAY_F64,
                                   std::as_writable_bytes(std::span(real)), 3),
                  Error);
}

TEST_CASE("a type holds all numbers of another if neither digits nor range are lost") {
  CHECK(holds_all(ASSAY_F64, ASSAY_F16));
  CHECK(holds_all(ASSAY_F32, ASSAY_BF16));
  CHECK(holds_all(ASSAY_F16, ASSAY_F8_E5M2));
  CHECK(holds_all(ASSAY_C128, ASSAY_C64));
  CHECK_FALSE(holds_all(ASSAY_F32, ASSAY_F64));
  CHECK_FALSE(holds_all(ASSAY_F16, ASSAY_BF16));
  CHECK_FALSE(holds_all(ASSAY_BF16, ASSAY_F16));
  CHECK_FALSE(holds_all(ASSAY_F64, ASSAY_C64));
  CHECK_FALSE(holds_all(ASSAY_F64, ASSAY_I32));
  CHECK_FALSE(holds_all(ASSAY_I32, ASSAY_I16));
}

TEST_CASE("the less precise of two types has fewer digits; whole numbers have no say") {
  CHECK(less_precise(ASSAY_F64, ASSAY_F16) == ASSAY_F16);
  CHECK(less_precise(ASSAY_BF16, ASSAY_F16) == ASSAY_BF16);
  CHECK(less_precise(ASSAY_F64, ASSAY_C128) == ASSAY_F64);
  CHECK(less_precise(ASSAY_F64, ASSAY_C64) == ASSAY_C64);
  CHECK(less_precise(ASSAY_I32, ASSAY_F32) == ASSAY_F32);
  CHECK(less_precise(ASSAY_F32, ASSAY_I32) == ASSAY_F32);
}
