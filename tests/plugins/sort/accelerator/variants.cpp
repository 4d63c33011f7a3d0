// Compares every bitonic sort with std::stable_sort in the declared order, and tests the networks
// by the 0-1 principle.
#include "tests/catch.hpp"
#include "tests/plugins/host/opencl_host.hpp"
#include "tests/plugins/sort/accelerator/require_right.hpp"
#include "tests/plugins/sort/cases.hpp"
#include "tests/sanitized.hpp"

using testing::Case;
using testing::Configuration;
using testing::open_or_skip;
using testing::require_right;

namespace {

const char* const opencl_variants[] = {"bitonic-shared.opencl", "bitonic-global.opencl",
                                       "bitonic-arbitrary.opencl"};
bool has_tiles(const std::string& variant) { return variant != "bitonic-shared.opencl"; }

// Adds all arrays of n zeros and ones.
void add_zeros_and_ones(std::size_t n, std::vector<testing::Keys>& arrays) {
  for (std::uint32_t pattern = 0; pattern < 1U << n; ++pattern) {
    testing::Keys keys(n);
    for (std::size_t at = 0; at < n; ++at) keys[at] = static_cast<float>(pattern >> at & 1);
    arrays.push_back(std::move(keys));
  }
}

// Sanitizers do not see kernels, so that shorter patterns suffice for sanitized builds.
std::size_t longest_pattern() { return assay::test::sanitized() ? 9 : 16; }

}  // namespace

// A network that sorts all sequences of zeros and ones sorts everything (Knuth, volume 3, 5.3.4,
// theorem Z). Tiles shorter than those offered also exercise the strides in global memory.
TEST_CASE("the networks sort all zeros and ones up to length 16") {
  const auto host = open_or_skip();
  std::vector<testing::Keys> arrays;
  for (std::size_t n = 0; n <= longest_pattern(); ++n) add_zeros_and_ones(n, arrays);
  const Case<std::uint32_t> given(arrays);
  for (const std::int64_t elements : {2, 8}) {
    Configuration shape{{"work_group_size", std::int64_t{2}}, {"elements_per_item", elements}};
    require_right(*host, given, "bitonic-shared.opencl", shape);
    shape["tile"] = std::int64_t{4};
    require_right(*host, given, "bitonic-arbitrary.opencl", shape);
    shape["fused"] = elements == 2;
    require_right(*host, given, "bitonic-global.opencl", shape);
  }
}

TEST_CASE("every elements_per_item sorts all zeros and ones up to length 10") {
  const auto host = open_or_skip();
  std::vector<testing::Keys> arrays;
  for (std::size_t n = 0; n <= 10; ++n) add_zeros_and_ones(n, arrays);
  const Case<std::uint32_t> given(arrays);
  for (const char* variant : opencl_variants) {
    for (const std::int64_t elements : {2, 4, 8, 16}) {
      Configuration shape{{"work_group_size", std::int64_t{1}}, {"elements_per_item", elements}};
      if (has_tiles(variant)) shape["tile"] = std::int64_t{2};
      require_right(*host, given, variant, shape);
    }
  }
}

TEST_CASE("bitonic sorts take every length and kind of keys, stably or not") {
  const auto host = open_or_skip();
  for (const char* variant : opencl_variants) {
    const auto arrays = testing::critical_arrays(2048, 3);
    const Case<std::uint32_t> small(arrays);
    const Case<std::uint64_t> large(arrays);
    for (const char* carry : {"payloads", "positions"}) {
      Configuration configuration{{"carry", std::string(carry)}};
      if (has_tiles(variant)) configuration["tile"] = std::int64_t{64};
      require_right(*host, small, variant, configuration);
      require_right(*host, large, variant, configuration);
    }
  }
}

TEST_CASE("the first and the last value of every parameter sort") {
  const auto host = open_or_skip();
  const Case<std::uint64_t> given(testing::critical_arrays(256, 4));
  for (const char* name : opencl_variants) {
    const assay_variant& variant = testing::find_variant(name);
    for (std::size_t p = 0; p < variant.parameter_count; ++p) {
      const assay_parameter& parameter = variant.parameters[p];
      if (parameter.name == std::string("queues")) continue;  // the test below covers it
      for (const std::size_t k : {std::size_t{0}, parameter.value_count - 1}) {
        const assay_value& value = parameter.values[k];
        Configuration configuration;
        if (has_tiles(name)) configuration["tile"] = std::int64_t{128};
        if (value.kind == ASSAY_TEXT) {
          configuration[parameter.name] = std::string(value.text);
        } else if (value.kind == ASSAY_BOOL) {
          configuration[parameter.name] = value.integer != 0;
        } else {
          configuration[parameter.name] = value.integer;
        }
        const bool fits = parameter.name != std::string("work_group_size") ||
                          static_cast<double>(value.integer) <= host->facts["max_work_group_size"];
        if (fits) require_right(*host, given, name, configuration);
      }
    }
  }
}

// The number of queues is small, because kernels in many queues at a time can trigger an assertion
// of PoCL (pocl_release_dlhandle_cache).
TEST_CASE("batches in several queues sort") {
  const auto host = open_or_skip();
  const Case<std::uint32_t> given(testing::critical_arrays(64, 5));
  for (const char* variant : opencl_variants) {
    require_right(*host, given, variant,
                  {{"arrays_per_launch", std::int64_t{4}}, {"queues", std::int64_t{2}}});
  }
}

TEST_CASE("no arrays, and none but empty ones, are sorted") {
  const auto host = open_or_skip();
  for (const char* variant : opencl_variants) {
    require_right(*host, Case<std::uint32_t>({}), variant, {});
    require_right(*host, Case<std::uint64_t>(std::vector<testing::Keys>(3)), variant,
                  {{"carry", std::string("positions")}});
  }
}

TEST_CASE("compile builds, without data, exactly what prepare asks for") {
  const auto host = open_or_skip();
  for (const char* name : opencl_variants) {
    const assay_variant& variant = testing::find_variant(name);
    const auto bindings = testing::bind(variant, {});
    const std::vector<assay_tensor> inputs{
        assay::sdk::dense_tensor<std::uint32_t>("payloads", {0}, nullptr)};
    const assay_task task{sizeof task,     inputs.data(),   inputs.size(), nullptr, 0,
                          bindings.data(), bindings.size(), nullptr,       0};
    host->builds.clear();
    REQUIRE(variant.compile(&variant, host->table(), host->context(), &task) == ASSAY_OK);
    const auto compiled = host->builds;
    host->builds.clear();
    require_right(*host, Case<std::uint32_t>({{2, 1}}), name, {});
    CHECK_FALSE(compiled.empty());
    CHECK(compiled == host->builds);
  }
}

TEST_CASE("a sample has one phase, and launches are told") {
  const auto host = open_or_skip();
  const Case<std::uint32_t> given(std::vector<testing::Keys>(5, testing::Keys{3, 1, 2}));
  for (const char* variant : opencl_variants) {
    host->phases.clear();
    require_right(*host, given, variant, {{"arrays_per_launch", std::int64_t{2}}});
    CHECK(host->phases == std::map<std::string, int>{{"kernel", 2}});
    CHECK(host->trial_facts["launches"] == 3);
  }
}
