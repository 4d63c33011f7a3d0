// Tests of problems whose elements have tolerances of their own, as an instance carries them from
// the problem to the comparison, in the process that created it and in one that takes it over.
#include "framework/worker/element_tolerances.hpp"

#include <functional>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "assay/plugin.hpp"
#include "framework/core/error.hpp"
#include "framework/device/machine.hpp"
#include "framework/worker/describe.hpp"
#include "framework/worker/instance.hpp"
#include "tests/catch.hpp"

namespace {

using namespace assay;
using sdk::dense_tensor;

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// Expects 1, 2, 3 of `y` and 4 of `z`.
class Counting final : public sdk::Instance {
 public:
  explicit Counting(std::vector<assay_tensor> tolerances) : tolerances_(std::move(tolerances)) {}

  std::span<const assay_tensor> inputs() const override { return {}; }
  std::span<const assay_tensor> outputs() const override { return outputs_; }
  std::span<const assay_expectation> reference() override { return expected_; }
  std::span<const assay_tensor> element_tolerances() override { return tolerances_; }
  assay_work work() const override { return {1, 1, ASSAY_F64}; }

 private:
  std::vector<double> y_{1, 2, 3};
  std::vector<double> z_{4};
  std::vector<assay_tensor> outputs_{dense_tensor<double>("y", {3}, nullptr),
                                     dense_tensor<double>("z", {1}, nullptr)};
  std::vector<assay_expectation> expected_{{dense_tensor("y", {3}, y_.data()), 0, 0},
                                           {dense_tensor("z", {1}, z_.data()), 0.5, 0}};
  std::vector<assay_tensor> tolerances_;
};

// An instance of that problem with these tolerances, whose memory the caller keeps.
struct Counted {
  explicit Counted(const std::vector<assay_tensor>& tolerances) {
    auto name = std::make_unique<const std::string>("counting");
    auto plugin = std::make_unique<sdk::Plugin>(name->c_str(), "1");
    plugin->problem(
        {.name = "test/count",
         .doc = "1, 2, 3 and 4",
         .arguments = {},
         .tensors = {{"y", ASSAY_OUTPUT, "double [3]"}, {"z", ASSAY_OUTPUT, "double [1]"}},
         .create = [tolerances](const sdk::Host&, const sdk::Bindings&) {
           return std::make_unique<Counting>(tolerances);
         }});
    plugins.add({{"counting", "1", "counting", ""}, std::move(name), std::move(plugin)});
    instance.emplace(plugins.problem("test/count"), Bindings{}, *cpu, resources);
    instance->prepare_reference();
  }
  // What is found of these outputs.
  static Verification found(Instance& by, const std::vector<double>& y, double z) {
    const std::vector outputs = {dense_tensor("y", {3}, y.data()), dense_tensor("z", {1}, &z)};
    return by.verify(outputs, 0xFF);
  }
  Verification found(const std::vector<double>& y, double z = 4) { return found(*instance, y, z); }

  HostResources resources;
  std::unique_ptr<device::Device> cpu = device::open("cpu", {});
  PluginSet plugins{std::span<const std::filesystem::path>{}};
  std::optional<Instance> instance;
};

std::string refusal(const std::vector<assay_tensor>& tolerances) {
  try {
    const Counted counted(tolerances);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    return error.what();
  }
  return "(not refused)";
}

const std::vector<float> some = {0, 0.5F, std::numeric_limits<float>::infinity()};

void check_some(Instance& instance) {
  const auto status = [&](const std::vector<double>& y, double z = 4) {
    return Counted::found(instance, y, z).status;
  };
  CHECK(status({1, 2, 3}) == TrialStatus::ok);
  CHECK(status({1, 2.5, 3}) == TrialStatus::ok);
  CHECK(status({1, 2, no_number}) == TrialStatus::ok);
  CHECK(status({1.001, 2, 3}) == TrialStatus::wrong_output);
  CHECK(status({1, 2.6, 3}) == TrialStatus::wrong_output);
  CHECK(status({1, no_number, 3}) == TrialStatus::not_finite);
  CHECK(status({1, 2, 3}, 4.5) == TrialStatus::ok);
  CHECK(status({1, 2, 3}, 4.6) == TrialStatus::wrong_output);
  const Verification wrong = Counted::found(instance, {1, 4, 1e9}, 4);
  CHECK_THAT(wrong.message,
             contains("'y' at [1]: got 4, expected 2 (off by 4 times the tolerance)") &&
                 contains("1 of 3 elements"));
}

}  // namespace

TEST_CASE("each element of an expectation is held to its own tolerance, where it has one") {
  Counted counted({dense_tensor("of y", {3}, some.data()), {}});
  check_some(*counted.instance);
}

TEST_CASE("a process that takes the instance over compares alike") {
  Counted counted({dense_tensor("of y", {3}, some.data()), {}});
  Instance taken(counted.plugins.problem("test/count"),
                 Snapshot("key", counted.instance->hand_on("key")), *counted.cpu,
                 counted.resources);
  check_some(taken);
}

TEST_CASE("without tolerances of elements those of the expectations hold") {
  Counted counted({});
  CHECK(counted.found({1, 2, 3}, 4.5).status == TrialStatus::ok);
  CHECK(counted.found({1, 2.5, 3}).status == TrialStatus::wrong_output);
}

TEST_CASE("doubles have tolerances that no float holds") {
  const std::vector<double> tiny = {1e-300, 1e300, 0};
  Counted counted({dense_tensor("of y", {3}, tiny.data()), {}});
  CHECK(counted.found({1, 1e299, 3}).status == TrialStatus::ok);
  CHECK(counted.found({1, 1e301, 3}).status == TrialStatus::wrong_output);
}

TEST_CASE("tolerances that are none are refused, with the names of problem and expectation") {
  const auto check = [](const assay_tensor& of_y, const std::string& reason) {
    const std::string text = refusal({of_y, {}});
    CHECK_THAT(text, contains("problem 'test/count'") && contains("'y'") && contains(reason));
  };
  for (const double bad : {-1.0, -infinite, no_number, -1e-300}) {
    const std::vector<double> tolerances = {0, 1, bad};
    check(dense_tensor("t", {3}, tolerances.data()),
          "must be 0 or more, or infinite, but that at [2] is ");
  }
  const std::vector<double> enough(6, 1.0);
  const std::vector<std::int32_t> whole(3, 1);
  check(dense_tensor("t", {2}, enough.data()), "are f64[2], but the reference is f64[3]");
  check(dense_tensor("t", {3, 1}, enough.data()), "are f64[3, 1], but the reference is f64[3]");
  check(dense_tensor("t", {3}, whole.data()), "must be f32 or f64");
  CHECK_THAT(refusal({dense_tensor("t", {3}, enough.data())}),
             contains("problem 'test/count' has 2 expectations") && contains("of 1"));
}

TEST_CASE("of many tolerances the first that is none is named") {
  std::vector<float> tolerances((std::size_t{1} << 20U) + 3, 1.0F);
  const auto count = static_cast<std::int64_t>(tolerances.size());
  const assay_expectation expectation{dense_tensor("y", {count}, tolerances.data()), 0, 0};
  const assay_tensor own = dense_tensor("t", {count}, tolerances.data());
  const auto check = [&] { check_element_tolerances("p", {&expectation, 1}, {&own, 1}); };
  CHECK_NOTHROW(check());
  for (const std::size_t bad : {tolerances.size() - 1, tolerances.size() / 2, std::size_t{5}}) {
    tolerances[bad] = -1;
    CHECK_THROWS_WITH(check(), contains("at [" + std::to_string(bad) + "]"));
  }
}

TEST_CASE("a problem of an older header has no tolerances of elements") {
  sdk::Plugin plugin("old", "1");
  plugin.problem({.name = "test/old", .doc = "", .arguments = {}, .tensors = {}, .create = {}});
  assay_problem old = *plugin.view()->problems[0];
  CHECK(has_member(old, &assay_problem::element_tolerances));
  old.size = offsetof(assay_problem, element_tolerances);
  CHECK_FALSE(has_member(old, &assay_problem::element_tolerances));
  CHECK(has_member(old, &assay_problem::members));
}
