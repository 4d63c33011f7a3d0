#include "plugins/sort/accelerator/batches.hpp"

#include "tests/catch.hpp"

using sorting::Offsets;
using sorting::accelerator::Batch;
using sorting::accelerator::cut;

namespace {

std::vector<std::uint64_t> offsets_of(const std::vector<std::uint64_t>& lengths) {
  std::vector<std::uint64_t> offsets{0};
  for (const std::uint64_t length : lengths) offsets.push_back(offsets.back() + length);
  return offsets;
}

std::vector<Batch> batches(const std::vector<std::uint64_t>& lengths, std::size_t per_launch) {
  const auto offsets = offsets_of(lengths);
  return cut(Offsets(offsets, offsets.back()), per_launch);
}

}  // namespace

TEST_CASE("batches take all arrays in their order") {
  const auto twos = batches({3, 9, 4, 0, 7}, 2);
  REQUIRE(twos.size() == 3);
  CHECK(twos[1].first == 2);
  CHECK(twos[1].arrays == 2);
  CHECK(twos[0].longest == 9);
  CHECK(twos[1].longest == 4);
  CHECK(twos[2].arrays == 1);
  const auto all = batches({3, 9, 4, 0, 7}, 0);
  REQUIRE(all.size() == 1);
  CHECK(all[0].arrays == 5);
  CHECK(batches({}, 0).empty());
}

TEST_CASE("no batch has more groups than a launch may have") {
  constexpr std::uint64_t most = INT32_MAX;
  CHECK(batches({most, 1}, 0).size() == 2);
  CHECK(batches({most / 2, most / 2, 1}, 0).size() == 2);
}

TEST_CASE("arrays longer than kernels count are refused") {
  CHECK_THROWS_WITH(batches({std::uint64_t{1} << 31}, 0), contains("2147483648 pairs in an array"));
}
