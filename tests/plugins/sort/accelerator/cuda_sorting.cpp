// Compares the CUDA-only sorts with std::stable_sort in the declared order, where there is a GPU.
#include "framework/device/machine.hpp"
#include "framework/worker/host/context.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/sort/cases.hpp"

using testing::Case;
using testing::Configuration;

namespace {

std::unique_ptr<assay::device::Device> open_cuda_or_skip() {
  for (const auto& found : assay::device::discover()) {
    if (found.backend == "cuda") return assay::device::open(found.id, {});
  }
  assay::test::skip("no CUDA device");
}

std::int64_t capability(const assay::device::Device& device) {
  return static_cast<std::int64_t>(device.description().facts.at("compute_capability"));
}

// Arrays with every kind of keys in critical lengths up to `most`, and with keys in lengths around
// multiples of `rows`.
std::vector<testing::Keys> arrays_around(std::size_t rows, std::size_t most, unsigned seed) {
  auto arrays = testing::critical_arrays(most, seed);
  std::mt19937 random(seed);
  for (std::size_t length = rows; length <= most; length += rows) {
    for (const std::size_t near : {length - 1, length, std::min(length + 1, most)}) {
      arrays.push_back(testing::random_keys(near, static_cast<unsigned>(random()), random));
    }
  }
  return arrays;
}

template <class Payload>
void require_right(assay::device::Device& device, const Case<Payload>& given,
                   const std::string& name, const Configuration& configuration) {
  const assay::HostResources resources;
  assay_context context(device, resources);
  INFO(name << ", payloads of " << sizeof(Payload));
  CHECK(testing::fault(&assay::host_table(), &context, testing::find_variant(name), given,
                       configuration, name != "warp-sort.cuda") == "");
  CHECK(context.take_message() == "");
  CHECK(context.buffer_damage() == "");
}

// Requires right results for lengths up to `elements` rows, where `rows` is the number of pairs in
// a row of all warps.
void require_right(assay::device::Device& device, const std::string& name,
                   Configuration configuration, std::size_t rows, std::size_t elements) {
  configuration["elements_per_item"] = static_cast<std::int64_t>(elements);
  const auto arrays = arrays_around(rows, rows * elements, 6);
  require_right(device, Case<std::uint32_t>(arrays), name, configuration);
  require_right(device, Case<std::uint64_t>(arrays), name, configuration);
  configuration["carry"] = std::string("positions");
  require_right(device, Case<std::uint64_t>(arrays), name, configuration);
}

}  // namespace

TEST_CASE("warps sort every length up to their capacity and every kind of keys") {
  const auto device = open_cuda_or_skip();
  if (!device || capability(*device) < 80) return;
  for (const std::int64_t lanes : {2, 8, 32}) {
    const auto arrays = arrays_around(8, static_cast<std::size_t>(lanes * 8), 7);
    const Configuration shape{{"lanes", lanes}, {"elements_per_lane", std::int64_t{8}}};
    require_right(*device, Case<std::uint32_t>(arrays), "warp-sort.cuda", shape);
    require_right(*device, Case<std::uint64_t>(arrays), "warp-sort.cuda", shape);
  }
}

TEST_CASE("blocks sort every length up to their capacity and every kind of keys") {
  const auto device = open_cuda_or_skip();
  for (const std::size_t group : {32, 256}) {
    require_right(*device, "block-sort.cuda", {{"work_group_size", std::int64_t(group)}}, group, 6);
  }
}

TEST_CASE("clusters sort every length up to their capacity and every kind of keys") {
  const auto device = open_cuda_or_skip();
  if (!device || capability(*device) < 90) return;
  for (const std::size_t groups : {2, 4, 8}) {
    for (const std::size_t group : {64, 192}) {
      const Configuration shape{{"cluster", std::int64_t(groups)},
                                {"work_group_size", std::int64_t(group)},
                                {"digits", std::int64_t{groups == 4 ? 64 : 256}}};
      require_right(*device, "cluster-sort.cuda", shape, groups * group, 6);
    }
  }
}

TEST_CASE("onesweep sorts lengths around its tiles and every kind of keys") {
  const auto device = open_cuda_or_skip();
  const auto arrays = arrays_around(1024, 16384, 8);
  const Configuration shape{{"work_group_size", std::int64_t{128}},
                            {"elements_per_item", std::int64_t{8}}};
  require_right(*device, Case<std::uint32_t>(arrays), "onesweep.cuda", shape);
  require_right(*device, Case<std::uint64_t>(arrays), "onesweep.cuda", shape);
}
