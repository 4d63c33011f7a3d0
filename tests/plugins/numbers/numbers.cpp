#include "plugins/numbers/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "assay/plugin.hpp"
#include "tests/catch.hpp"
#include "tests/npy_file.hpp"
#include "tests/plugins/host/fake_host.hpp"
#include "tests/plugins/host/temporary_file.hpp"

namespace {

using namespace assay::sdk;

numbers::Source source_of(const std::string& values, const std::string& file = "",
                          std::int64_t seed = 1) {
  testing::FakeHost host;
  const assay_binding bound[] = {{"values", {ASSAY_TEXT, 0, 0, values.c_str()}},
                                 {"file", {ASSAY_TEXT, 0, 0, file.c_str()}},
                                 {"seed", {ASSAY_INTEGER, seed, 0, nullptr}}};
  return {Host(host.table(), host.context()), Bindings(bound, std::size(bound))};
}

template <class Real = double>
std::vector<Real> take(const numbers::Source& source, std::vector<std::size_t> shape,
                       std::uint64_t stream = 0) {
  return source.take<Real>(shape, stream);
}

double share_of(const std::vector<double>& taken, bool (*is)(double)) {
  return static_cast<double>(std::ranges::count_if(taken, is)) / static_cast<double>(taken.size());
}

}  // namespace

TEST_CASE("numbers follow from the seed, and each array of an instance has its own") {
  const auto taken = take(source_of("uniform"), {1000});
  CHECK(taken == take(source_of("uniform"), {10, 100}));
  CHECK(taken != take(source_of("uniform", "", 2), {1000}));
  CHECK(taken != take(source_of("uniform"), {1000}, 1));
  CHECK(take(source_of("uniform"), {3, 0, 2}).empty());
  CHECK(take(source_of("uniform"), {}).size() == 1);
}

TEST_CASE("numbers are distributed as their name says") {
  constexpr std::size_t count = 200'000;
  const auto uniform = take(source_of("uniform"), {count});
  CHECK(std::ranges::all_of(uniform, [](double x) { return x >= -1 && x < 1; }));
  CHECK(share_of(uniform, [](double x) { return x < 0.5; }) == Approx(0.75).margin(0.01));
  const auto normal = take(source_of("normal"), {count});
  CHECK(share_of(normal, [](double x) { return x < 0; }) == Approx(0.5).margin(0.01));
  CHECK(share_of(normal, [](double x) { return std::abs(x) < 1.96; }) ==
        Approx(0.95).margin(0.005));
  const auto wide = take(source_of("wide"), {count});
  CHECK(share_of(wide, [](double x) { return x < 0; }) == Approx(0.5).margin(0.01));
  CHECK(share_of(wide, [](double x) { return std::abs(x) < 1; }) == Approx(0.5).margin(0.01));
  CHECK(std::ranges::all_of(
      wide, [](double x) { return std::abs(x) >= 0x1p-20 && std::abs(x) <= 0x1p20; }));
  const auto few = take(source_of("few-distinct"), {count});
  for (int value = 0; value < 16; ++value) CHECK(std::ranges::count(few, value) > 0);
  CHECK(std::ranges::all_of(few, [](double x) { return x == std::floor(x) && x >= 0 && x < 16; }));
}

TEST_CASE("special numbers are there, as the type of the elements has them") {
  const auto special = take<float>(source_of("special"), {100'000});
  CHECK(std::ranges::count_if(special, [](float x) { return std::isnan(x); }) > 10);
  CHECK(std::ranges::count_if(special, [](float x) { return std::isinf(x) && x < 0; }) > 10);
  CHECK(std::ranges::count(special, std::numeric_limits<float>::denorm_min()) > 10);
  CHECK(std::ranges::count(special, std::numeric_limits<float>::max()) > 10);
  CHECK(std::ranges::count_if(special, [](float x) { return x == 0 && std::signbit(x); }) > 10);
  const auto usual = std::ranges::count_if(special, [](float x) { return std::abs(x) <= 1; });
  CHECK(usual > 99'000);
}

TEST_CASE("a file's numbers come in row-major order, however they lie") {
  const std::vector<float> in_file{1, 2, 3, 4, 5, 6};
  const testing::TemporaryFile rows("r.npy", testing::npy("<f4", "(2, 3)", in_file));
  const testing::TemporaryFile columns("c.npy", testing::npy("<f4", "(2, 3)", in_file, "True"));
  CHECK(take(source_of("normal", rows.path()), {2, 3}) == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(take(source_of("normal", columns.path()), {2, 3}) == std::vector<double>{1, 3, 5, 2, 4, 6});
  // A second array of the instance is drawn.
  CHECK(take(source_of("uniform", rows.path()), {6}, 1) == take(source_of("uniform"), {6}, 1));
}

TEST_CASE("a file of another shape is refused with both shapes, a missing one by its name") {
  const testing::TemporaryFile file("s.npy", testing::npy("<f8", "(2, 3)", std::vector<double>(6)));
  for (const std::vector<std::size_t>& shape : {std::vector<std::size_t>{3, 2}, {6}, {2, 3, 1}}) {
    CHECK_THROWS_WITH(take(source_of("uniform", file.path()), shape),
                      contains(file.path() + ":1:1") && contains("shape (2, 3)"));
  }
  CHECK_THROWS_WITH(take(source_of("uniform", "/nowhere/x.npy"), {2}), contains("/nowhere/x.npy"));
}
