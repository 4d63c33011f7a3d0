#include "framework/kernel_file/fill.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <set>

#include "assay/element.hpp"
#include "framework/core/error.hpp"
#include "framework/kernel_file/element.hpp"
#include "tests/catch.hpp"

using namespace assay;

namespace {

template <class T>
std::vector<T> filled(const ArrayFill& fill, assay_element element, std::size_t count,
                      std::size_t threads = 1) {
  std::vector<T> values(count);
  fill_elements(std::as_writable_bytes(std::span(values)), element, fill, threads);
  return values;
}

ArrayFill rule(const char* name, double first, double second, std::uint64_t seed = 1) {
  return {name, first, second, seed, "", {}};
}

}  // namespace

TEST_CASE("constants and indices are exact in every type that holds them") {
  CHECK(filled<float>(rule("constant", 1.5, 0), ASSAY_F32, 3) == std::vector<float>{1.5, 1.5, 1.5});
  CHECK(filled<int>(rule("index", 5, -2), ASSAY_I32, 4) == std::vector<int>{5, 3, 1, -1});
  CHECK(filled<double>(rule("index", 0, 0.25), ASSAY_F64, 3) == std::vector<double>{0, 0.25, 0.5});
  for (int type = ASSAY_F32; type <= ASSAY_C128; ++type) {
    const auto element = static_cast<assay_element>(type);
    const std::size_t count = element == ASSAY_BOOL8 ? 2 : 8;
    std::vector<std::byte> memory(count * sdk::element_size(element));
    fill_elements(memory, element, rule("index", 0, 1));
    CHECK(memory != std::vector<std::byte>(memory.size()));
  }
}

TEST_CASE("what an integer type does not hold is refused with its place") {
  CHECK_THROWS_WITH(filled<std::uint8_t>(rule("index", 250, 1), ASSAY_U8, 10),
                    contains("element 6"));
  CHECK_THROWS_WITH(filled<int>(rule("constant", 0.5, 0), ASSAY_I32, 1), contains("0.5"));
  CHECK_THROWS_WITH(filled<std::uint32_t>(rule("constant", -1, 0), ASSAY_U32, 1),
                    contains("unsigned int"));
}

TEST_CASE("uniform elements fill their range and no more") {
  const auto reals = filled<double>(rule("uniform", -2, 6), ASSAY_F64, 10000);
  CHECK(*std::min_element(reals.begin(), reals.end()) >= -2);
  CHECK(*std::max_element(reals.begin(), reals.end()) < 6);
  double sum = 0;
  for (const double x : reals) sum += x;
  CHECK(std::abs(sum / 10000 - 2) < 0.15);  // six standard errors
  const auto integers = filled<std::int8_t>(rule("uniform", -3, 3), ASSAY_I8, 10000);
  CHECK(std::set<std::int8_t>(integers.begin(), integers.end()) ==
        std::set<std::int8_t>{-3, -2, -1, 0, 1, 2, 3});
}

TEST_CASE("normal elements have mean and deviation") {
  const auto values = filled<float>(rule("normal", 10, 3), ASSAY_F32, 20000);
  double sum = 0;
  double squares = 0;
  for (const float x : values) {
    REQUIRE(std::isfinite(x));
    sum += x;
    squares += (x - 10.0) * (x - 10.0);
  }
  CHECK(std::abs(sum / 20000 - 10) < 0.15);
  CHECK(std::abs(std::sqrt(squares / 20000) - 3) < 0.1);
}

TEST_CASE("a seed makes the same elements again, another seed others, and lengths agree") {
  const auto one = filled<double>(rule("uniform", 0, 1, 7), ASSAY_F64, 100);
  CHECK(one == filled<double>(rule("uniform", 0, 1, 7), ASSAY_F64, 100));
  CHECK(one != filled<double>(rule("uniform", 0, 1, 8), ASSAY_F64, 100));
  const auto longer = filled<double>(rule("uniform", 0, 1, 7), ASSAY_F64, 200);
  CHECK(std::equal(one.begin(), one.end(), longer.begin()));
}

TEST_CASE("scalars are taken by their bytes, or refused") {
  const auto bytes = bytes_of(Value(std::int64_t{-2}), ASSAY_I16);
  std::int16_t number = 0;
  REQUIRE(bytes.size() == sizeof number);
  std::memcpy(&number, bytes.data(), sizeof number);
  CHECK(number == -2);
  CHECK(bytes_of(Value(2.0), ASSAY_U8).size() == 1);
  CHECK_THROWS_WITH(bytes_of(Value(2.5), ASSAY_I32), contains("whole"));
  CHECK_THROWS_WITH(bytes_of(Value(std::int64_t{300}), ASSAY_U8), contains("out of range"));
  CHECK_THROWS_WITH(bytes_of(Value(std::int64_t{-1}), ASSAY_U64), contains("out of range"));
  CHECK_THROWS_WITH(bytes_of(Value(1e300), ASSAY_I64), contains("out of range"));
  CHECK_THROWS_WITH(bytes_of(Value(std::string("x")), ASSAY_F32), contains("'x' is a text"));
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double finite : {1e39, -1e39, 3.5e38}) {
    CHECK_THROWS_WITH(bytes_of(Value(finite), ASSAY_F32), contains("out of range for float"));
    CHECK(bytes_of(Value(finite), ASSAY_F64).size() == 8);
  }
  CHECK(bytes_of(Value(3.4e38), ASSAY_F32).size() == 4);
  CHECK(bytes_of(Value(1e-60), ASSAY_F32).size() == 4);  // rounds to 0
  CHECK(bytes_of(Value(infinity), ASSAY_F32).size() == 4);
  for (const double none : {infinity, -infinity, std::nan("")}) {
    CHECK_THROWS(bytes_of(Value(none), ASSAY_I32));
    CHECK_THROWS(bytes_of(Value(none), ASSAY_U64));
  }
}

TEST_CASE("every name of a type means one element, and the short name comes back") {
  for (const auto& name : element_names()) CHECK(element_named(name).has_value());
  for (int type = ASSAY_F32; type <= ASSAY_C128; ++type) {
    const auto element = static_cast<assay_element>(type);
    CHECK(element_named(name_of(element)) == element);
  }
  CHECK_FALSE(element_named("float4").has_value());
  CHECK(vector_named("float4")->element == ASSAY_F32);
  CHECK(vector_named("uchar16")->width == 16);
  CHECK(vector_named("longlong2")->element == ASSAY_I64);
  CHECK(vector_named("half4")->element == ASSAY_F16);
  CHECK(vector_named("__nv_bfloat162")->element == ASSAY_BF16);
  CHECK(vector_named("float16")->width == 16);
  for (const char* none :
       {"float", "float5", "float44", "4", "", "int32_t", "float4x", "bfloat16", "half1"}) {
    CHECK_FALSE(vector_named(none).has_value());
  }
  CHECK_FALSE(element_named("").has_value());
}

TEST_CASE("reals that a float does not hold are refused as elements, too") {
  CHECK_THROWS_WITH(filled<float>(rule("constant", 1e39, 0), ASSAY_F32, 3), contains("1e+39"));
  CHECK_NOTHROW(filled<double>(rule("constant", 1e39, 0), ASSAY_F64, 3));
}

TEST_CASE("threads fill an array as one does, by every rule") {
  constexpr std::size_t many = 7 * (std::size_t{1} << 16U) + 77;
  const auto check_threads = [&]<class T>(T, assay_element element, const ArrayFill& fill) {
    const auto by_one = filled<T>(fill, element, many);
    for (const std::size_t threads : {2, 3, 7}) {
      CAPTURE(threads, fill.rule);
      CHECK((filled<T>(fill, element, many, threads) == by_one));
    }
    return by_one;
  };
  for (const char* name : {"constant", "index", "uniform", "normal"}) {
    check_threads(double{}, ASSAY_F64, rule(name, -3, 0.5));
    check_threads(std::complex<float>{}, ASSAY_C64, rule(name, 1, 2));
  }
  const auto numbered = check_threads(std::int32_t{}, ASSAY_I32, rule("index", 5, 3));
  for (std::size_t k = 0; k < many; k += 1000) {
    CHECK(numbered[k] == static_cast<std::int32_t>(5 + 3 * k));
  }
}

TEST_CASE("of several threads that meet an element which does not fit, the first is named") {
  constexpr std::size_t many = 7 * (std::size_t{1} << 16U);
  for (const std::size_t threads : {1, 2, 3, 7}) {
    CAPTURE(threads);
    // In every share, and in the last alone.
    CHECK_THROWS_WITH(filled<std::uint8_t>(rule("index", 200, 1), ASSAY_U8, many, threads),
                      contains("element 56 would be 256"));
    CHECK_THROWS_WITH(filled<std::int32_t>(rule("index", 0, 5000), ASSAY_I32, many, threads),
                      contains("element 429497 would be"));
  }
}

TEST_CASE("small floats, booleans and complex numbers are filled and held") {
  const auto halves = filled<sdk::Float16>(rule("index", -1, 0.5), ASSAY_F16, 4);
  CHECK(static_cast<double>(halves[1]) == -0.5);
  CHECK(static_cast<double>(halves[3]) == 0.5);
  const auto narrow = filled<sdk::Float8E5M2>(rule("uniform", 2, 4), ASSAY_F8_E5M2, 100);
  for (const auto x : narrow) CHECK(std::abs(static_cast<double>(x) - 3) <= 1);
  // Both parts of a complex number are drawn.
  const auto complex = filled<std::complex<double>>(rule("uniform", 1, 2), ASSAY_C128, 100);
  for (const auto& z : complex) {
    CHECK((z.real() >= 1 && z.real() < 2 && z.imag() >= 1 && z.imag() < 2));
    CHECK(z.real() != z.imag());
  }
  CHECK_THROWS_WITH(filled<std::uint8_t>(rule("constant", 2, 0), ASSAY_BOOL8, 1), contains("bool"));
  CHECK_THROWS_WITH(filled<sdk::Float16>(rule("constant", 70000, 0), ASSAY_F16, 1),
                    contains("half"));
  CHECK_NOTHROW(filled<sdk::BFloat16>(rule("constant", 70000, 0), ASSAY_BF16, 1));
  CHECK(bytes_of(Value(0.5), ASSAY_F16) == std::vector{std::byte{0}, std::byte{0x38}});
  CHECK(bytes_of(Value(true), ASSAY_BOOL8) == std::vector{std::byte{1}});
  CHECK(bytes_of(Value(2.0), ASSAY_C64).size() == 8);
}

TEST_CASE("bits stand for small floats and booleans of their size, and for nothing else") {
  CHECK(same_bits(ASSAY_F32, ASSAY_F32));
  CHECK(same_bits(ASSAY_U16, ASSAY_F16));
  CHECK(same_bits(ASSAY_U16, ASSAY_BF16));
  CHECK(same_bits(ASSAY_U8, ASSAY_BOOL8));
  CHECK_FALSE(same_bits(ASSAY_U8, ASSAY_F16));
  CHECK_FALSE(same_bits(ASSAY_U32, ASSAY_F32));
  CHECK_FALSE(same_bits(ASSAY_I16, ASSAY_F16));
}
