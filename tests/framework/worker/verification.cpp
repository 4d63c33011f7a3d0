#include "framework/worker/verify.hpp"

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "assay/plugin.hpp"
#include "framework/core/error.hpp"
#include "tests/catch.hpp"

namespace {

using assay::compare;
using assay::TrialStatus;
using assay::Verification;
using assay::sdk::dense_tensor;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T, class R>
Verification judge(const std::vector<T>& got, const std::vector<R>& expected, double absolute,
                   double relative) {
  const auto n = static_cast<std::int64_t>(got.size());
  const std::vector outputs = {dense_tensor("y", {n}, got.data())};
  const std::vector<assay_expectation> expectations = {
      {dense_tensor("y", {static_cast<std::int64_t>(expected.size())}, expected.data()), absolute,
       relative}};
  return compare(outputs, expectations, 0xFF);
}

// The first element and the number of elements of each piece of a float output that is compared.
using Pieces = std::vector<std::pair<std::ptrdiff_t, std::size_t>>;
Pieces pieces(const assay_tensor& output, const assay_expectation& expectation,
              const assay_origin& origin) {
  Pieces result;
  for (const auto piece : assay::compared_memory(output, expectation, origin)) {
    const auto* first = reinterpret_cast<const float*>(piece.data());
    result.emplace_back(piece.empty() ? 0 : first - static_cast<const float*>(output.data),
                        piece.size() / sizeof(float));
  }
  return result;
}

TEST_CASE("the tolerance is absolute plus relative, and the deviation is in its units") {
  const std::vector<double> expected = {0, 1, -10, 1e6};
  CHECK(judge<double>(expected, expected, 0, 0).error == 0);
  const Verification within = judge<double>({0.05, 1, -10, 1e6}, expected, 0.1, 0);
  CHECK(within.status == TrialStatus::ok);
  CHECK(within.error == Approx(0.5));
  const Verification beyond = judge<double>({0, 1, -11, 1e6}, expected, 0.1, 0.01);
  CHECK(beyond.status == TrialStatus::wrong_output);
  CHECK(beyond.error == Approx(5));
  CHECK_THAT(beyond.message, contains("'y' at [2]"));
  CHECK_THAT(beyond.message, contains("got -11"));
  CHECK_THAT(beyond.message, contains("expected -10"));
  CHECK_THAT(beyond.message, contains("1 of 4"));
}

TEST_CASE("an output is compared as far as the reference reaches in each dimension") {
  const std::vector<float> got = {1, 2, 9, 4, 5, 9, 9, 9, 9};
  const std::vector<float> expected = {1, 2, 4, 5};
  const std::vector outputs = {dense_tensor("y", {3, 3}, got.data())};
  std::vector<assay_expectation> expectations = {
      {dense_tensor("y", {2, 2}, expected.data()), 0, 0}};
  CHECK(compare(outputs, expectations, 0xFF).status == TrialStatus::ok);
  CHECK(pieces(outputs[0], expectations[0], {}) == Pieces{{0, 2}, {3, 2}});
  const std::vector<float> other = {1, 2, 4, 6};
  expectations[0].reference.data = const_cast<float*>(other.data());
  const Verification wrong = compare(outputs, expectations, 0xFF);
  CHECK(wrong.status == TrialStatus::wrong_output);
  CHECK_THAT(wrong.message, contains("'y' at [1, 1]") && contains("1 of 4"));
  expectations[0].reference = dense_tensor("y", {4, 1}, expected.data());
  CHECK_THROWS_WITH(compare(outputs, expectations, 0xFF), contains("f32[4, 1]"));
  expectations[0].absolute = infinity;
  CHECK(pieces(outputs[0], expectations[0], {}) == Pieces{{0, 0}});
}

TEST_CASE("a part of an output that does not begin at 0 is compared, and found where it lies") {
  std::vector<float> got = {9, 9, 9, 9, 1, 2, 9, 3, nanf(""), 9, 9, 9};
  const std::vector<float> expected = {1, 2, 3, 8};
  const std::vector outputs = {dense_tensor("y", {4, 3}, got.data())};
  const std::vector<assay_expectation> expectations = {
      {dense_tensor("y", {2, 2}, expected.data()), 0, 0}};
  const std::vector<assay_origin> origins = {{{1, 1}}};
  const Verification wrong = compare(outputs, expectations, 0xFF, origins);
  CHECK(wrong.status == TrialStatus::not_finite);
  CHECK_THAT(wrong.message, contains("'y' at [2, 2]") && contains("expected 8"));
  got[8] = 8;
  CHECK(compare(outputs, expectations, 0xFF, origins).status == TrialStatus::ok);
  CHECK(compare(outputs, expectations, 0xFF).status == TrialStatus::wrong_output);
  CHECK(pieces(outputs[0], expectations[0], origins[0]) == Pieces{{4, 2}, {7, 2}});
  for (const assay_origin beyond : {assay_origin{{3, 1}}, assay_origin{{1, 2}}, {{-1, 0}}}) {
    CHECK_THROWS_WITH(compare(outputs, expectations, 0xFF, {&beyond, 1}), contains("f32[2, 2]"));
  }
  const std::vector<assay_origin> two(2);
  CHECK_THROWS_WITH(compare(outputs, expectations, 0xFF, two), contains("origins for 2"));
}

TEST_CASE("the memory of what is compared has no gaps, unless there were very many pieces") {
  constexpr std::int64_t rows = 100;
  const std::vector<float> got(rows * 8);
  const auto output = dense_tensor("y", {rows, 8}, got.data());
  const auto part = [&](std::int64_t height, std::int64_t width, const assay_origin& origin) {
    return pieces(output, {dense_tensor("y", {height, width}, got.data()), 0, 0}, origin);
  };
  CHECK(part(98, 8, {{1, 0}}) == Pieces{{8, 98 * 8}});
  CHECK(part(1, 5, {{9, 2}}) == Pieces{{9 * 8 + 2, 5}});
  CHECK(part(64, 6, {{1, 1}}).size() == 64);
  CHECK(part(65, 6, {{1, 1}}) == Pieces{{9, 64 * 8 + 6}});
}

TEST_CASE("small floating-point numbers are compared as the numbers they stand for") {
  using namespace assay::sdk;
  const std::vector<double> expected = {0.1, -3, 240};
  const auto rounded = [&]<class T>(T) {
    std::vector<T> numbers;
    for (const double number : expected) numbers.emplace_back(number);
    return numbers;
  };
  CHECK(judge(rounded(Float16()), expected, 0, 0x1p-11).status == TrialStatus::ok);
  CHECK(judge(rounded(Float16()), expected, 0, 0x1p-13).status == TrialStatus::wrong_output);
  CHECK(judge(rounded(BFloat16()), expected, 0, 0x1p-8).status == TrialStatus::ok);
  CHECK(judge(rounded(Float8E4M3()), expected, 0, 0x1p-4).status == TrialStatus::ok);
  CHECK(judge(rounded(Float8E5M2()), expected, 0, 0x1p-3).status == TrialStatus::ok);
  const std::vector<Float16> overflown = {Float16(0.1), Float16(-3.0), Float16(1e6)};
  CHECK(judge(overflown, expected, 0, 1).status == TrialStatus::not_finite);
}

TEST_CASE("complex numbers are off by the length of the difference") {
  using Complex = std::complex<float>;
  const std::vector<Complex> expected = {{3, 4}, {0, 0}};
  CHECK(judge<Complex>(expected, expected, 0, 0).error == 0);
  // 1 of 5 is a fifth, whichever way it points.
  for (const Complex off : {Complex{1, 0}, {0, -1}, {0.6F, 0.8F}}) {
    CHECK(judge<Complex>({expected[0] + off, expected[1]}, expected, 0, 0.4).error ==
          Approx(0.5).epsilon(1e-6));
  }
  const Verification wrong = judge<Complex>({{3, 4}, {0, -2}}, expected, 1, 0);
  CHECK(wrong.status == TrialStatus::wrong_output);
  CHECK_THAT(wrong.message, contains("got 0-2i, expected 0+0i (off by 2 times the tolerance)"));
  const Verification not_a_number = judge<Complex>({{3, 4}, {0, float{NAN}}}, expected, 1, 0);
  CHECK(not_a_number.status == TrialStatus::not_finite);
  // Against a real reference an imaginary part is a deviation.
  CHECK(judge<Complex, double>({{1, 0}, {2, 3}}, {1, 2}, 1, 0).error == Approx(3));
}

TEST_CASE("beside the tolerance stands how far off an output is of its largest number") {
  const std::vector<double> expected = {1e-9, -4e-9, 0};
  const Verification zeros = judge<double>({0, 0, 0}, expected, 1e-6, 0);
  CHECK(zeros.status == TrialStatus::ok);
  CHECK(zeros.digits.relative_error == Approx(1));
  CHECK(zeros.digits.magnitude == Approx(4e-9));
  CHECK(judge<double>(expected, expected, 1e-6, 0).digits.relative_error == 0);
  CHECK(judge<double>({1e-9, -4e-9, 1e-9}, expected, 1e-6, 0).digits.relative_error ==
        Approx(0.25));
  // Integers, zeros and values that are not finite have no digits that could be right.
  CHECK(std::isnan(judge<int>({1}, std::vector<int>{1}, 0, 0).digits.relative_error));
  CHECK(std::isnan(judge<double>({0}, std::vector<double>{0}, 0, 0).digits.relative_error));
  CHECK(std::isnan(judge<double>({nan}, std::vector<double>{nan}, 0, 0).digits.relative_error));
}

TEST_CASE("numbers that were rounded to a lower precision are counted among those that need more") {
  const std::vector<double> expected = {1.0 / 3, -1e300 / 7, 2, 0, nan, infinity, 0.1};
  std::vector<double> rounded = expected;
  rounded[0] = static_cast<float>(rounded[0]);
  const assay::Digits digits = judge<double>(rounded, expected, 1, 1e-3).digits;
  CHECK(digits.fine == 3);  // the other values are exact in float
  CHECK(digits.rounded == 1);
  // For an output in float, the expected number is rounded to float before digits are counted.
  const std::vector<double> third = {1.0 / 3, 0.5, 1 + 1e-9};
  const assay::Digits single = judge<float>({1.0F / 3, 0.5F, 1}, third, 1, 1e-3).digits;
  CHECK(single.fine == 1);
  CHECK(single.rounded == 0);
  // The first number is rounded to half.
  CHECK(judge<float>({0.33325195F, 0.5F, 1}, third, 1, 1e-3).digits.rounded == 1);
  CHECK(judge<int>({1}, std::vector<int>{1}, 0, 0).digits.fine == 0);
}

TEST_CASE("without a tolerance only equality passes") {
  CHECK(judge<float>({1, 2}, std::vector<float>{1, 2}, 0, 0).status == TrialStatus::ok);
  const Verification off = judge<float>({1, 2.0000002f}, std::vector<float>{1, 2}, 0, 0);
  CHECK(off.status == TrialStatus::wrong_output);
  CHECK(std::isinf(off.error));
}

TEST_CASE("what is not finite passes only where it is expected") {
  CHECK(judge<double>({1, nan}, std::vector<double>{1, 2}, 1, 1).status == TrialStatus::not_finite);
  CHECK(judge<double>({-infinity}, std::vector<double>{2}, 1, 1).status == TrialStatus::not_finite);
  CHECK(judge<double>({nan}, std::vector<double>{nan}, 0, 0).status == TrialStatus::ok);
  CHECK(judge<double>({infinity}, std::vector<double>{infinity}, 0, 0).status == TrialStatus::ok);
  CHECK(judge<double>({-infinity}, std::vector<double>{infinity}, 1, 1).status ==
        TrialStatus::wrong_output);
  CHECK(judge<double>({5}, std::vector<double>{nan}, 1, 1).status == TrialStatus::wrong_output);
  CHECK(judge<double>({5}, std::vector<double>{infinity}, 1, 1).status ==
        TrialStatus::wrong_output);
}

TEST_CASE("a NaN is reported even where a finite element is wrong too") {
  const Verification verdict = judge<double>({100, nan, 3}, std::vector<double>{1, 2, 3}, 1e-6, 0);
  CHECK(verdict.status == TrialStatus::not_finite);
  CHECK_THAT(verdict.message, contains("[1]"));
}

TEST_CASE("an element never written is called so") {
  std::vector<std::int32_t> got = {1, 2, -1};  // its bytes are the poison of unwritten memory
  const Verification verdict = judge(got, std::vector<std::int32_t>{1, 2, 3}, 0, 0);
  CHECK(verdict.status == TrialStatus::wrong_output);
  CHECK_THAT(verdict.message, contains("never written"));
}

TEST_CASE("64-bit integers are told apart beyond the precision of a double") {
  const std::int64_t large = (std::int64_t{1} << 62) + 1;
  CHECK(judge<std::int64_t>({large}, std::vector<std::int64_t>{large}, 0, 0).status ==
        TrialStatus::ok);
  CHECK(judge<std::int64_t>({large}, std::vector<std::int64_t>{large - 1}, 0, 0).status ==
        TrialStatus::wrong_output);
  const std::uint64_t top = std::numeric_limits<std::uint64_t>::max();
  CHECK(judge<std::uint64_t>({top}, std::vector<std::uint64_t>{top - 1}, 0, 0).status ==
        TrialStatus::wrong_output);
}

// Judges outputs of type T against references of every type: small integers are exact in all of
// them.
template <class T>
void check_against_all_references() {
  const std::vector<T> got = {1, 2, 100};
  const auto check = [&]<class R>(R) {
    CHECK(judge(got, std::vector<R>{1, 2, 100}, 0, 0).status == TrialStatus::ok);
    CHECK(judge(got, std::vector<R>{1, 2, 101}, 0.5, 0).error == Approx(2));
  };
  check(float{});
  check(double{});
  check(std::int8_t{});
  check(std::uint8_t{});
  check(std::int16_t{});
  check(std::uint16_t{});
  check(std::int32_t{});
  check(std::uint32_t{});
  check(std::int64_t{});
  check(std::uint64_t{});
}

TEST_CASE("any element type compares with any other") {
  check_against_all_references<float>();
  check_against_all_references<double>();
  check_against_all_references<std::int8_t>();
  check_against_all_references<std::uint8_t>();
  check_against_all_references<std::int16_t>();
  check_against_all_references<std::uint16_t>();
  check_against_all_references<std::int32_t>();
  check_against_all_references<std::uint32_t>();
  check_against_all_references<std::int64_t>();
  check_against_all_references<std::uint64_t>();
}

TEST_CASE("strided references of any rank agree with elementwise comparison") {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> value(-1, 1);
  // The reference has the shape [7, 300] and is stored transposed and with gaps, so that blocks
  // cross rows.
  std::vector<double> memory(300 * 20);
  for (auto& v : memory) v = value(random);
  assay_tensor reference = dense_tensor("y", {7, 300}, memory.data());
  reference.stride[0] = 2;
  reference.stride[1] = 20;
  std::vector<double> got;
  for (std::size_t i = 0; i < 7; ++i) {
    for (std::size_t j = 0; j < 300; ++j) got.push_back(memory[2 * i + 20 * j]);
  }
  const std::vector<assay_expectation> expectations = {{reference, 1e-3, 0}};
  CHECK(compare(std::vector{dense_tensor("y", {7, 300}, got.data())}, expectations, 0xFF).error ==
        0);
  for (int repetition = 0; repetition < 50; ++repetition) {
    const std::size_t place = random() % got.size();
    auto wrong = got;
    wrong[place] += 1;
    const Verification verdict =
        compare(std::vector{dense_tensor("y", {7, 300}, wrong.data())}, expectations, 0xFF);
    CHECK(verdict.error == Approx(1000));
    CHECK_THAT(verdict.message, contains(fmt::format("[{}, {}]", place / 300, place % 300)));
  }
}

TEST_CASE("empty outputs pass; a reference of another shape is the problem's defect") {
  CHECK(judge<double>({}, std::vector<double>{}, 0, 0).status == TrialStatus::ok);
  CHECK_THROWS_WITH(judge<double>({1}, std::vector<double>{1, 2}, 0, 0), contains("f64[2]"));
  CHECK_THROWS_AS(compare({}, std::vector<assay_expectation>(1), 0xFF), assay::Error);
}

TEST_CASE("among several outputs the first that fails is reported") {
  const std::vector<double> right = {1};
  const std::vector<double> wrong = {3};
  const std::vector outputs = {dense_tensor("a", {1}, right.data()),
                               dense_tensor("b", {1}, wrong.data())};
  const std::vector<assay_expectation> expectations = {
      {dense_tensor("a", {1}, right.data()), 0.1, 0}, {dense_tensor("b", {1}, right.data()), 1, 0}};
  const Verification verdict = compare(outputs, expectations, 0xFF);
  CHECK(verdict.status == TrialStatus::wrong_output);
  CHECK(verdict.error == Approx(2));
  CHECK_THAT(verdict.message, contains("'b'"));
}

}  // namespace
