// Compares CUB's and Thrust's sorts with std::stable_sort in the declared order, where there is a
// GPU.
#include "framework/device/machine.hpp"
#include "framework/worker/host/context.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/sort/cases.hpp"

using testing::Case;
using testing::Configuration;

namespace {

std::unique_ptr<assay::device::Device> open_or_skip() {
  for (const auto& found : assay::device::discover()) {
    if (found.backend == "cuda") return assay::device::open(found.id, {});
  }
  assay::test::skip("no CUDA device");
}

// Every configuration of a variant with up to four queues.
std::vector<Configuration> configurations(const std::string& name) {
  std::vector<Configuration> all;
  if (name == "composite.cub") return {{}};
  if (name == "segmented.cub") {
    for (const char* kind : {"sort", "radix"}) all.push_back({{"kind", std::string(kind)}});
    all.push_back({{"kind", std::string("radix")}, {"graph", true}});
    return all;
  }
  for (const std::int64_t queues : {1, 4}) {
    if (name == "radix.cub") {
      for (const bool graph : {false, true}) all.push_back({{"queues", queues}, {"graph", graph}});
    } else {
      all.push_back({{"queues", queues}});
    }
  }
  if (name == "radix.thrust") all.push_back({{"policy", std::string("par")}});
  return all;
}

template <class Payload>
void require_right(assay::device::Device& device, const Case<Payload>& given,
                   const std::string& keys) {
  for (const char* name : {"radix.cub", "segmented.cub", "composite.cub", "radix.thrust"}) {
    for (Configuration configuration : configurations(name)) {
      const assay::HostResources resources;
      assay_context context(device, resources);
      configuration["keys"] = keys;
      INFO(name << " " << keys << ", payloads of " << sizeof(Payload));
      CHECK(testing::fault(&assay::host_table(), &context, testing::find_variant(name), given,
                           configuration, true) == "");
      CHECK(context.take_message() == "");
      CHECK(context.buffer_damage() == "");
    }
  }
}

}  // namespace

TEST_CASE("the vendor's sorts keep the declared order for every length and kind of keys") {
  const auto device = open_or_skip();
  const auto arrays = testing::critical_arrays(16384, 3);
  require_right(*device, Case<std::uint32_t>(arrays), "ranked");
  require_right(*device, Case<std::uint64_t>(arrays), "ranked");
}

TEST_CASE("where no key is special, the floats themselves are sorted") {
  const auto device = open_or_skip();
  std::mt19937 random(4);
  std::vector<testing::Keys> arrays;
  for (const std::size_t length : testing::critical_lengths(4096)) {
    arrays.push_back(testing::random_keys(length, 1, random));
  }
  require_right(*device, Case<std::uint32_t>(arrays), "float");
  require_right(*device, Case<std::uint64_t>(arrays), "float");
}
