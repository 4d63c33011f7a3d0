// Tests of the CPU plugins as a host sees them, on tensors that the problem itself never hands out.
#include <dlfcn.h>

#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "assay/plugin.hpp"
#include "tests/built.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/host/fake_host.hpp"

namespace {

using testing::FakeHost;

std::vector<const assay_variant*> variants() {
  std::vector<const assay_variant*> found;
  std::istringstream files(PLUGIN_FILES);
  for (std::string file; std::getline(files, file, ',');) {
    void* library = dlopen(assay::test::built(file).c_str(), RTLD_NOW | RTLD_LOCAL);
    INFO(file);
    REQUIRE(library != nullptr);
    const auto entry =
        reinterpret_cast<assay_plugin_entry_function>(dlsym(library, "assay_plugin_entry"));
    const assay_plugin* plugin = entry(ASSAY_ABI_VERSION);
    found.insert(found.end(), plugin->variants, plugin->variants + plugin->variant_count);
  }
  return found;
}

// A fit of 5 x 3 whose values tests may spoil; its solution is (1, 2, 3).
struct Case {
  std::vector<double> x{1, 0, 2, 0, 1, 1, 1, 1, 0, 2, 1, 1, 0, 3, 1};
  std::vector<double> y{7, 5, 3, 7, 9};
  std::int64_t rows = 5;
  std::int64_t columns = 3;
  std::vector<double> b = std::vector<double>(3, -1);
  std::vector<double> digits{-1};
  std::string failure;

  assay_status run(const assay_variant& variant, const std::string& method) {
    FakeHost host;
    const std::array inputs{assay::sdk::dense_tensor("X", {1, rows, columns}, x.data()),
                            assay::sdk::dense_tensor("y", {1, rows}, y.data())};
    const std::array outputs{assay::sdk::dense_tensor("b", {1, columns}, b.data()),
                             assay::sdk::dense_tensor("trusted_digits", {1}, digits.data())};
    const std::array configuration{assay_binding{"method", {ASSAY_TEXT, 0, 0, method.c_str()}},
                                   assay_binding{"threads", {ASSAY_INTEGER, 1, 0, ""}}};
    assay_task task{};
    task.size = sizeof task;
    task.inputs = inputs.data();
    task.input_count = inputs.size();
    task.outputs = outputs.data();
    task.output_count = outputs.size();
    task.configuration = configuration.data();
    task.configuration_count = configuration.size();
    assay_trial* trial = nullptr;
    assay_status status = variant.prepare(&variant, host.table(), host.context(), &task, &trial);
    if (status == ASSAY_OK) {
      status = variant.run(trial);
      variant.destroy(trial);
    }
    failure = host.failure;
    return status;
  }
};

// Calls use(variant, method) for every method of every variant.
void for_each_method(const auto& use) {
  std::size_t count = 0;
  for (const assay_variant* variant : variants()) {
    for (std::size_t k = 0; k < variant->parameters[0].value_count; ++k) {
      const std::string method = variant->parameters[0].values[k].text;
      INFO(variant->name << " " << method);
      use(*variant, method);
      ++count;
    }
  }
  CHECK(count >= 5);
}

}  // namespace

TEST_CASE("a good fit comes out") {
  for_each_method([](const assay_variant& variant, const std::string& method) {
    Case fit;
    const auto status = fit.run(variant, method);
    INFO(fit.failure);
    REQUIRE(status == ASSAY_OK);
    for (int j = 0; j < 3; ++j) CHECK(fit.b[static_cast<std::size_t>(j)] == Approx(j + 1));
    CHECK(fit.digits[0] > 10);
  });
}

TEST_CASE("columns of any unit make no difference to what is trusted") {
  for_each_method([](const assay_variant& variant, const std::string& method) {
    Case plain;
    REQUIRE(plain.run(variant, method) == ASSAY_OK);
    Case scaled;
    for (std::size_t i = 0; i < 5; ++i) scaled.x[3 * i + 1] *= 0x1p60;
    REQUIRE(scaled.run(variant, method) == ASSAY_OK);
    CHECK(scaled.digits[0] == Approx(plain.digits[0]));
    CHECK(scaled.b[1] == Approx(2 * 0x1p-60));
  });
}

TEST_CASE("dependent columns are named, or nothing is trusted") {
  for_each_method([](const assay_variant& variant, const std::string& method) {
    Case fit;
    for (std::size_t i = 0; i < 5; ++i) fit.x[3 * i + 2] = fit.x[3 * i] + fit.x[3 * i + 1];
    const auto status = fit.run(variant, method);
    INFO(fit.failure << " trusts " << fit.digits[0]);
    if (method.starts_with("normal")) {
      CHECK((status == ASSAY_OK && fit.digits[0] == 0));
    } else {
      CHECK(status == ASSAY_INVALID);
      CHECK_THAT(fit.failure, contains("not have full rank"));
      CHECK_THAT(fit.failure, contains("column"));
    }
  });
}

TEST_CASE("NaN and infinity in X or y are refused by their place") {
  for_each_method([](const assay_variant& variant, const std::string& method) {
    Case in_x;
    in_x.x[7] = std::nan("");
    CHECK(in_x.run(variant, method) == ASSAY_INVALID);
    CHECK_THAT(in_x.failure, contains("X[0, 2, 1] is nan"));
    Case in_y;
    in_y.y[4] = std::numeric_limits<double>::infinity();
    CHECK(in_y.run(variant, method) == ASSAY_INVALID);
    CHECK_THAT(in_y.failure, contains("y[0, 4] is inf"));
  });
}

TEST_CASE("more columns than rows are refused") {
  for_each_method([](const assay_variant& variant, const std::string& method) {
    Case fit;
    fit.rows = 2;
    CHECK(fit.run(variant, method) == ASSAY_INVALID);
    CHECK_THAT(fit.failure, contains("more columns (3) than rows (2)"));
  });
}
