#include "framework/core/digest.hpp"

#include <set>
#include <vector>

#include "framework/core/random.hpp"
#include "tests/catch.hpp"

using namespace assay;

namespace {

std::vector<std::byte> drawn_bytes(std::size_t count, Random& draw) {
  std::vector<std::byte> bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(draw.below(256));
  return bytes;
}

}  // namespace

TEST_CASE("the digest of any bytes with a single bit flipped is another one") {
  Random draw(1);
  for (const std::size_t count : {1U, 7U, 8U, 9U, 64U, 100U}) {
    auto bytes = drawn_bytes(count, draw);
    const std::uint64_t before = digest(bytes, 5);
    for (std::size_t bit = 0; bit < 8 * count; ++bit) {
      const auto mask = static_cast<std::byte>(1U << (bit % 8));
      bytes[bit / 8] ^= mask;
      CHECK(digest(bytes, 5) != before);
      bytes[bit / 8] ^= mask;
    }
    CHECK(digest(bytes, 5) == before);
  }
}

TEST_CASE("digests depend on the place, on the number and on the seed") {
  std::set<std::uint64_t> seen;
  // Zeros of every length, including none, and a single 1 in every position of eight words.
  for (std::size_t count = 0; count <= 64; ++count) {
    seen.insert(digest(std::vector<std::byte>(count), 7));
  }
  for (std::size_t place = 0; place < 64; ++place) {
    std::vector<std::byte> bytes(64);
    bytes[place] = std::byte{1};
    seen.insert(digest(bytes, 7));
  }
  CHECK(seen.size() == 65 + 64);
  CHECK(digest({}, 7) != digest({}, 8));
  CHECK(drawn_seed() != drawn_seed());
}

TEST_CASE("bytes in another order have another digest") {
  Random draw(2);
  auto bytes = drawn_bytes(4096, draw);
  const std::uint64_t before = digest(bytes, 3);
  for (int swap = 0; swap < 1000; ++swap) {
    const std::size_t a = draw.below(512) * 8;
    const std::size_t b = draw.below(512) * 8;
    if (std::equal(&bytes[a], &bytes[a] + 8, &bytes[b])) continue;
    std::swap_ranges(&bytes[a], &bytes[a] + 8, &bytes[b]);
    CHECK(digest(bytes, 3) != before);
    std::swap_ranges(&bytes[a], &bytes[a] + 8, &bytes[b]);
  }
}

TEST_CASE("the terms of pieces at whole words add up to those of all") {
  Random draw(3);
  const auto bytes = drawn_bytes(1003, draw);
  const std::span<const std::byte> all(bytes);
  std::uint64_t sum = digest_of_size(bytes.size(), 9);
  for (std::size_t at = 0; at < bytes.size(); at += 104) {
    sum += digest_terms(all.subspan(at, std::min<std::size_t>(104, bytes.size() - at)), at / 8, 9);
  }
  CHECK(sum == digest(bytes, 9));
}
