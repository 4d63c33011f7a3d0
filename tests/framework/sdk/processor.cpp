#include "assay/processor.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "simd/kernels.hpp"
#include "tests/catch.hpp"

namespace {

using assay::sdk::for_simd_bits;
using assay::sdk::processor_runs;

template <class T>
void check_kernels(std::int64_t bits) {
  CAPTURE(bits, sizeof(T));
  const auto kernels =
      for_simd_bits(bits, [](auto width) { return simd_test::kernels<T, width>(); });
  REQUIRE(kernels.lanes == static_cast<std::size_t>(bits) / 8 / sizeof(T));
  std::vector<T> source(kernels.lanes + 1);
  for (std::size_t k = 0; k < source.size(); ++k) source[k] = static_cast<T>(k) - T{2};
  alignas(64) T target[64 / sizeof(T)];
  const T zero = -T{0};
  kernels.limited(source.data() + 1, T{1}, zero, target);
  for (std::size_t k = 0; k < kernels.lanes; ++k) {
    CHECK(target[k] == (source[k + 1] < 1 ? source[k + 1] : zero));
    if (source[k + 1] >= 1) CHECK(std::signbit(target[k]));  // a broadcast keeps the sign of a zero
  }
  kernels.doubled(target);
  CHECK(target[0] == 2 * source[1]);
}

// Copies `count` elements from and to each place within a cache line, and sees that no other
// element changes.
template <class T>
void check_streaming(std::int64_t bits) {
  constexpr std::size_t line = 64 / sizeof(T);
  const auto kernels =
      for_simd_bits(bits, [](auto width) { return simd_test::kernels<T, width>(); });
  std::vector<T> source(8 * line);
  for (std::size_t k = 0; k < source.size(); ++k) source[k] = static_cast<T>(k + 1);
  for (std::size_t first = 0; first < line; ++first) {
    for (std::size_t count = 0; count <= 4 * line; ++count) {
      std::vector<T> target(7 * line);
      std::vector<T> expected(target);
      std::copy_n(source.begin() + 3, count, expected.begin() + static_cast<std::ptrdiff_t>(first));
      kernels.streamed(&source[3], count, &target[first]);
      assay::sdk::finish_streaming();
      CAPTURE(bits, sizeof(T), first, count);
      REQUIRE(target == expected);
    }
  }
}

}  // namespace

TEST_CASE("a copy past the caches is whole wherever it begins and ends, and nothing else changes") {
  for (const std::int64_t bits : {128, 256, 512}) {
    if (!processor_runs(bits)) continue;
    check_streaming<float>(bits);
    check_streaming<double>(bits);
  }
}

TEST_CASE("kernels are those of the width asked for") {
  CHECK(processor_runs(128));
  for (const std::int64_t bits : {128, 256, 512}) {
    if (!processor_runs(bits)) continue;
    check_kernels<float>(bits);
    check_kernels<double>(bits);
  }
}

TEST_CASE("a width without kernels is refused, and so is one that the processor lacks") {
  for (const std::int64_t bits : {-1, 0, 64, 192, 256, 512, 1024}) {
    if (processor_runs(bits)) continue;
    try {
      for_simd_bits(bits, [](auto width) { return int{width}; });
      FAIL("accepted " << bits);
    } catch (const assay::sdk::Error& error) {
      CHECK(error.status() == ASSAY_UNSUPPORTED);
      CHECK_THAT(error.what(), contains("simd_bits = " + std::to_string(bits)));
    }
  }
}
