#include "assay/content_hash.hpp"

#include <array>
#include <set>

#include "assay/random.hpp"
#include "tests/catch.hpp"

using namespace assay::sdk;

namespace {

std::string hash_of(auto... parts) {
  ContentHash hash;
  (hash.add(parts), ...);
  return hash.text();
}

template <class T>
std::string hash_of_all(std::initializer_list<T> values) {
  ContentHash hash;
  hash.add_all(std::span<const T>(values.begin(), values.size()));
  return hash.text();
}

}  // namespace

// Expected values are the first outputs of the authors' C code from seed 0.
TEST_CASE("the generator is the published one") {
  CHECK(split_mix(0) == 0xe220a8397b1dcdafU);
  CHECK(split_mix(golden_stride) == 0x6e789e6aa1b965f4U);
}

TEST_CASE("a hash is told by 32 digits and depends on order, number and every bit") {
  CHECK(hash_of(1, 2).size() == 32);
  std::set<std::string> seen{hash_of(),     hash_of(1, 2),    hash_of(2, 1),
                             hash_of(1),    hash_of(1, 2, 0), hash_of(0.0),
                             hash_of(-0.0), hash_of(1.0),     hash_of(1.5)};
  CHECK(seen.size() == 9);
  for (int bit = 0; bit < 64; ++bit) seen.insert(hash_of(std::uint64_t{1} << bit, 7));
  CHECK(seen.size() == 9 + 64);
}

TEST_CASE("equal contents have equal hashes, and values are told from their neighbours") {
  CHECK(hash_of(std::uint32_t{5}) == hash_of(std::uint64_t{5}));
  CHECK(hash_of_all<float>({1, 2}) == hash_of_all<float>({1, 2}));
  CHECK(hash_of_all<float>({1, 2}) != hash_of_all<float>({1, 3}));
  CHECK(hash_of_all<double>({1, 2}) != hash_of_all<double>({2, 1}));
  CHECK(hash_of_all<std::int32_t>({-1}) == hash_of_all<std::uint32_t>({0xffffffffU}));
  CHECK(hash_of_all<float>({0.0F}) != hash_of_all<float>({-0.0F}));
}
