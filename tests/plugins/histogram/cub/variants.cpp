// What histogram.cub refuses, and its counts where there is a CUDA device.
#include <cmath>
#include <string>
#include <vector>

#include "tests/plugins/host/fake_host.hpp"
#include "tests/plugins/host/loaded_plugin.hpp"
#include "tests/plugins/host/on_cuda.hpp"

namespace {

using testing::Method;

// Why numbers are not counted in `bins` parts of [-1, 1) by a host whose device has no memory.
std::string refusal(const std::vector<float>& numbers, std::int64_t bins) {
  testing::FakeHost fake;
  assay_host host = *fake.table();
  host.input_buffer_create = [](assay_context* c, const void*, std::size_t, assay_buffer**) {
    return reinterpret_cast<testing::FakeHost*>(c)->table()->fail(c, ASSAY_OUT_OF_MEMORY,
                                                                  "no memory");
  };
  const std::vector<float> bounds{-1, 1};
  const std::vector<assay_tensor> inputs{
      assay::sdk::dense_tensor("x", {static_cast<std::int64_t>(numbers.size())}, numbers.data()),
      assay::sdk::dense_tensor("bounds", {2}, bounds.data())};
  std::vector<std::uint32_t> counts(static_cast<std::size_t>(bins));
  const std::vector<assay_tensor> outputs{
      assay::sdk::dense_tensor("counts", {bins}, counts.data())};
  const assay_task task{sizeof task,
                        inputs.data(),
                        inputs.size(),
                        outputs.data(),
                        outputs.size(),
                        nullptr,
                        0,
                        nullptr,
                        0};
  const assay_variant& variant = testing::find_variant("histogram.cub");
  assay_trial* trial = nullptr;
  REQUIRE(variant.prepare(&variant, &host, fake.context(), &task, &trial) != ASSAY_OK);
  return fake.failure;
}

}  // namespace

TEST_CASE("a number that rounding carries past the last bin is refused by its place") {
  const float below = std::nextafter(1.0F, 0.0F);  // its distance from -1 is rounded to 2
  CHECK_THAT(refusal({0, 0.5F, below}, 256), contains("as it does number 2, 0.99999994"));
  CHECK_THAT(refusal({below}, 1), contains("as it does number 0"));
}

TEST_CASE("numbers in the bins, and in none, are let through") {
  const float far_below = std::nextafter(std::nextafter(1.0F, 0.0F), 0.0F);
  CHECK(refusal({-1, 0, far_below}, 256) == "no memory");
  CHECK(refusal({1, 2, -5, NAN, INFINITY, -INFINITY}, 256) == "no memory");
  CHECK(refusal({}, 3) == "no memory");
}

TEST_CASE("CUB counts as the problem does") {
  testing::Trials trials("histogram/bins");
  using assay::Value;
  for (const Method& method : testing::methods_on_cuda(trials, "histogram.cub")) {
    for (const std::int64_t bins : {1, 77, 256, 257, 30'000}) {
      for (const char* precision : {"float", "double"}) {
        for (const char* values : {"few-distinct", "normal", "special"}) {
          for (const std::int64_t length : {0, 1, 20'001}) {
            const auto result = trials.run_nearest(method, {{"length", Value(length)},
                                                            {"bins", Value(bins)},
                                                            {"low", Value(-0.3)},
                                                            {"high", Value(15.1)},
                                                            {"precision", Value(precision)},
                                                            {"values", Value(values)}});
            INFO(length << " " << values << " in " << bins << " bins, " << precision << ": "
                        << result.message);
            CHECK(result.ok());
          }
        }
      }
    }
  }
}
