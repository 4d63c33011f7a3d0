// Tests that a reference from the cache equals the one stored, and is grown anew if its entry is
// damaged.
#include "forest/problem/reference_cache.hpp"

#include "forest/problem/reference.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/forest/samples.hpp"
#include "tests/plugins/host/fake_host.hpp"

TEST_CASE("references are kept, and damaged ones are not believed") {
  const auto samples = testing::hostile_samples(60, 4, 3, 1);
  const forest::Settings settings{.trees = 3, .bootstrap_size = 60, .attributes_tried = 2};
  testing::FakeHost fake;
  const assay::sdk::Host host(fake.table(), fake.context());
  const auto right = forest::reference_forest(samples.data(), settings);
  const auto again = [&] {
    return forest::difference(forest::cached_reference(host, samples.data(), settings, 0), right);
  };
  CHECK(again() == "");
  REQUIRE(fake.cache.size() == 1);
  CHECK(again() == "");
  std::string& entry = fake.cache.begin()->second;
  const std::string whole = entry;
  for (std::size_t size = 0; size < whole.size(); size += 37) {
    entry = whole.substr(0, size);
    CHECK(again() == "");
  }
  for (std::size_t at = 0; at < whole.size(); at += 41) {  // bytes that damage the forest
    entry = whole;
    entry[at] = static_cast<char>(0x80);
    static_cast<void>(again());
  }
  entry = whole + "x";
  CHECK(again() == "");

  auto others = settings;
  others.seed = 2;
  CHECK(forest::difference(forest::cached_reference(host, samples.data(), others, 0), right) != "");
  CHECK(fake.cache.size() == 2);
}
