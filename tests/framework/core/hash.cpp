#include "framework/core/hash.hpp"

#include <random>

#include "tests/catch.hpp"

using assay::hash_hex;
using assay::Hasher;

TEST_CASE("the hash is XXH64 with seed 0") {
  // Expected values come from the reference implementation (xxhsum 0.8 -H64).
  CHECK(hash_hex("") == "ef46db3751d8e999");
  CHECK(hash_hex("a") == "d24ec4f1a98c6e5b");
  CHECK(hash_hex("abc") == "44bc2cf5ad770999");
  CHECK(hash_hex("Nobody inspects the spammish repetition") == "fbcea83c8a378bf1");
}

TEST_CASE("the hash is XXH64 below, at and above the 32 bytes that it takes at a time") {
  // Expected values come from XXH64() of libxxhash 0.8.1.
  std::string bytes;
  for (int k = 0; k < 1000; ++k) bytes += static_cast<char>(7 * k);
  CHECK(hash_hex(bytes.substr(0, 31)) == "0f187c62b1e722b7");
  CHECK(hash_hex(bytes.substr(0, 32)) == "91b0cb0931a8c629");
  CHECK(hash_hex(bytes.substr(0, 33)) == "931b043cf8d65b94");
  CHECK(hash_hex(bytes) == "25275608a9cfc168");
}

TEST_CASE("nothing added changes nothing") {
  CHECK(Hasher().bytes(nullptr, 0).value() == Hasher().value());
}

TEST_CASE("hashing in pieces equals hashing at once") {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::string text(random() % 200, '\0');
    for (auto& c : text) c = static_cast<char>(random());
    Hasher pieces;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t size = std::min<std::size_t>(random() % 50, text.size() - begin);
      pieces.bytes(text.data() + begin, size);
      begin += size;
    }
    CHECK(pieces.hex() == hash_hex(text));
  }
}

TEST_CASE("the borders between texts count") {
  CHECK(Hasher().text("ab").text("c").value() != Hasher().text("a").text("bc").value());
  CHECK(Hasher().text("").value() != Hasher().value());
}

TEST_CASE("one flipped bit changes the hash") {
  std::string text(100, 'x');
  const auto before = hash_hex(text);
  for (std::size_t bit = 0; bit < 8 * text.size(); ++bit) {
    const auto mask = static_cast<char>(1 << (bit % 8));
    text[bit / 8] = static_cast<char>(text[bit / 8] ^ mask);
    CHECK(hash_hex(text) != before);
    text[bit / 8] = static_cast<char>(text[bit / 8] ^ mask);
  }
}
