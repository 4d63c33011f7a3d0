// Tests of copies between host and device that the framework leaves out, on a CUDA device that does
// not exist: the driver is a fake, everything else is real.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <set>
#include <utility>

#include "framework/device/machine.hpp"
#include "framework/kernel_file/plugins.hpp"
#include "framework/worker/instance.hpp"
#include "framework/worker/trial_runner.hpp"
#include "tests/catch.hpp"
#include "tests/framework/device/fake_cuda.hpp"

namespace {

using namespace assay;
using device::cuda::CUdeviceptr;
using device::cuda::test::fake_device;
using device::cuda::test::fake_world;

constexpr std::size_t length = 100;

template <class T>
T* pointer_among(void** values, std::size_t number) {
  CUdeviceptr address = 0;
  std::memcpy(&address, values[number], sizeof address);
  return reinterpret_cast<T*>(address);
}

// What a launch of the kernel does; the fake device's memory is host memory.
using Action = std::function<void(const float* x, float* y)>;

void triple_up(const float* x, float* y) {
  for (std::size_t k = 0; k < length; ++k) y[k] = 3 * x[k];
}

// The framework's own kernel, as the device has it, with the numbers that this test is about.
device::cuda::test::FakeKernel comparing_kernel(std::size_t& comparisons) {
  device::cuda::test::FakeKernel kernel{.parameters = {8, 8, 8, 8, 8, 8, 8}};
  kernel.action = [&comparisons](void** values) {
    ++comparisons;
    const auto number = [&]<class T>(std::size_t index, T value) {
      std::memcpy(&value, values[index], sizeof value);
      return value;
    };
    const auto* elements = pointer_among<const float>(values, 0) + number(1, std::uint64_t{});
    const auto* expected = pointer_among<const float>(values, 2);
    struct Found {
      double error;
      double deviation;
      double magnitude;
      std::uint64_t beyond;
      std::uint64_t fine;
      std::uint64_t rounded;
    } found{};
    for (std::uint64_t k = 0; k < number(3, std::uint64_t{}); ++k) {
      const double off = std::abs(double{elements[k]} - expected[k]);
      const double tolerance = number(4, 0.0) + number(5, 0.0) * std::abs(expected[k]);
      const double error = off == 0 ? 0 : off / tolerance;
      found.error = std::max(found.error, error);
      found.deviation = std::max(found.deviation, off);
      found.beyond += error <= 1 ? 0 : 1;
    }
    // The only group that has elements is the first.
    *pointer_among<Found>(values, 6) = found;
  };
  return kernel;
}

// A problem whose outputs are three times its inputs.
ArrayProblemDescription tripling(double tolerance = 1e-6) {
  ArrayProblemDescription problem;
  problem.name = "triple";
  problem.place = "s.toml:1:1";
  problem.arguments = {{"n", "", Value(std::int64_t{length}), {}}};
  ArrayDescription x;
  x.name = "x";
  x.shape = {{"n", "s.toml:2:1"}};
  x.fill = {"index", 0, 1, 0, "", {}};
  ArrayDescription y = x;
  y.name = "y";
  y.fill = {};
  y.output = true;
  y.tolerance = {tolerance, 0, false};
  problem.arrays = {x, y};
  return problem;
}

KernelDescription triple() {
  KernelDescription kernel;
  kernel.name = "triple.cuda";
  kernel.problem = "triple";
  kernel.backend = ASSAY_CUDA;
  kernel.source = {"triple.cu", "s.toml:5:1"};
  kernel.sources = {{"triple.cu", "// what a fake compiler takes\n"}};
  KernelLaunch& launch = kernel.steps.emplace_back().launch.emplace();
  launch.function = {"triple", "s.toml:6:1"};
  launch.arguments.resize(2);
  launch.arguments[0].arrays = {"x"};
  launch.arguments[1].arrays = {"y"};
  launch.group = {{"32", "s.toml:8:1"}};
  launch.extent = {{"n", "s.toml:9:1"}};
  return kernel;
}

// A variant that is no kernel in a file: what it does after reading its buffer is up to the test.
class Plain : public sdk::Trial {
 public:
  Plain(const sdk::Task& task, std::function<void(float*)> afterwards)
      : y_(task.output("y")),
        afterwards_(std::move(afterwards)),
        x_(sdk::Buffer<float>::of_input(task.host(), values(task.input("x")))),
        result_(task.host(), length),
        program_(task.host(), source, {}),
        kernel_(program_.kernel("triple")) {}
  void run() override {
    kernel_.launch(std::array<std::size_t, 1>{32}, std::array<std::size_t, 1>{32}, x_, result_);
  }
  void outputs() override {
    result_.read({static_cast<float*>(y_.data), length});
    afterwards_(static_cast<float*>(y_.data));
  }

 private:
  static constexpr std::array source{assay_source{"triple.cu", "// what a fake compiler takes\n"}};

  static std::span<const float> values(const assay_tensor& tensor) {
    return {static_cast<const float*>(tensor.data), length};
  }

  const assay_tensor& y_;
  std::function<void(float*)> afterwards_;
  sdk::Buffer<float> x_;
  sdk::Buffer<float> result_;
  sdk::Program program_;
  sdk::Kernel kernel_;
};

class Triples {
 public:
  explicit Triples(Action launch, ArrayProblemDescription problem = tripling())
      : launch_(std::move(launch)) {
    world_ = &fake_world({.kernels = {{"triple",
                                       {.parameters = {8, 8},
                                        .action =
                                            [this](void** values) {
                                              launch_(pointer_among<const float>(values, 0),
                                                      pointer_among<float>(values, 1));
                                            }}},
                                      {"compare", comparing_kernel(comparisons_)}},
                          .memory_bytes = 64U << 20U});
    gpu_ = fake_device();
    resources_.first_device = [this](assay_backend) -> device::Device& { return *gpu_; };
    KernelFiles files{{std::move(problem)}, {triple()}};
    files.problems[0].reference.kernel = triple();
    for (auto& plugin : make_plugins(files)) plugins_.add(std::move(plugin));
    const Action tested = std::exchange(launch_, triple_up);
    instance_ =
        std::make_unique<Instance>(plugins_.problem("triple"), Bindings{}, *cpu_, resources_);
    instance_->prepare_reference();
    launch_ = tested;
  }

  // Adds a variant that promises copies alone, and does `afterwards` to what it has copied.
  void add_plain(std::function<void(float*)> afterwards) {
    auto name = std::make_unique<const std::string>("plain");
    auto plugin = std::make_unique<sdk::Plugin>(name->c_str(), "1");
    plugin->variant({.name = "plain.cuda",
                     .problem = "triple",
                     .doc = "Three times x.",
                     .backend = ASSAY_CUDA,
                     .prepare = [afterwards](const sdk::Task& task) -> std::unique_ptr<sdk::Trial> {
                       return std::make_unique<Plain>(task, afterwards);
                     },
                     .outputs_are_copies = true});
    plugins_.add({{"plain", "1", "plain", ""}, std::move(name), std::move(plugin)});
  }

  // How often outputs were compared on the device.
  [[nodiscard]] std::size_t comparisons() const { return comparisons_; }
  // Overwrites an element of each copy of the reference on the device, which is told by its
  // contents.
  void write_into_reference(std::size_t number, float value) {
    for (auto& [_, memory] : world_->memory) {
      for (std::size_t k = 0; k + length * sizeof(float) <= memory.size(); k += sizeof(float)) {
        auto* const numbers = reinterpret_cast<float*>(memory.data() + k);
        if (numbers[1] != 3 || numbers[2] != 6 || numbers[99] != 297) continue;
        numbers[number] = value;
        ++written_into_reference_;
      }
    }
  }
  [[nodiscard]] std::size_t written_into_reference() const { return written_into_reference_; }

  TrialResult run(const char* variant = "triple.cuda") {
    SamplingOptions sampling;
    sampling.max_samples = 10;
    const Objective objective;
    return run_trial({plugins_.variant("triple", variant, ""),
                      *instance_,
                      *gpu_,
                      resources_,
                      {},
                      sampling,
                      objective},
                     [](Stage) {});
  }

 private:
  Action launch_;
  device::cuda::test::FakeWorld* world_ = nullptr;
  std::size_t comparisons_ = 0;
  std::size_t written_into_reference_ = 0;
  HostResources resources_;
  std::unique_ptr<device::Device> gpu_;
  std::unique_ptr<device::Device> cpu_ = device::open("cpu", {});
  PluginSet plugins_{std::span<const std::filesystem::path>{}};
  std::unique_ptr<Instance> instance_;  // ends before the device that keeps its inputs
};

}  // namespace

TEST_CASE("an input is copied to a device once for all trials, and an output is new each time") {
  std::set<const float*> inputs;
  Triples f([&](const float* x, float* y) {
    inputs.insert(x);
    triple_up(x, y);
  });
  for (int trial = 0; trial < 3; ++trial) REQUIRE(f.run().ok());
  CHECK(inputs.size() == 1);
}

TEST_CASE("a copy of an input that a kernel wrote into costs its trial and no other") {
  bool spoils = false;
  Triples f([&](const float* x, float* y) {
    triple_up(x, y);
    if (spoils) const_cast<float*>(x)[7] = -1;
  });
  REQUIRE(f.run().ok());
  spoils = true;
  const TrialResult spoilt = f.run();
  CHECK(spoilt.status == TrialStatus::input_changed);
  CHECK_THAT(spoilt.message, contains("input 'x'"));
  spoils = false;
  CHECK(f.run().ok());
}

TEST_CASE("an array that is read and written begins anew before each repetition, on the device") {
  ArrayProblemDescription problem = tripling();
  problem.arrays[1].fill = problem.arrays[0].fill;  // y begins as x
  Triples f(
      [](const float* x, float* y) {
        for (std::size_t k = 0; k < length; ++k) y[k] += 2 * x[k];
      },
      std::move(problem));
  for (int trial = 0; trial < 2; ++trial) {
    const TrialResult result = f.run();
    INFO(result.message);
    REQUIRE(result.ok());
    CHECK(result.samples.size() > 2);
  }
}

TEST_CASE("outputs that were seen before pass where they lie, and others are looked at") {
  float error = 0;
  int launches = 0;
  Triples f([&](const float* x, float* y) {
    triple_up(x, y);
    y[99] += error;
    ++launches;
  });
  const TrialResult first = f.run();
  REQUIRE(first.ok());
  CHECK(first.verified.in_full == 1);
  const TrialResult second = f.run();
  REQUIRE(second.ok());
  CHECK(second.verified.in_full == 0);
  CHECK(second.verified.by_digest == 1 + second.samples.size());
  error = 1;
  const TrialResult wrong = f.run();
  CHECK(wrong.status == TrialStatus::wrong_output);
  CHECK_THAT(wrong.message, contains("at [99]") && contains("1 of 100"));
}

TEST_CASE(
    "outputs that no one has seen are compared on the device, once those of one trial were not") {
  float error = 0;
  Triples f(
      [&](const float* x, float* y) {
        triple_up(x, y);
        y[99] *= 1 + (error += 1e-6F);
      },
      tripling(1e-3));
  const TrialResult first = f.run();
  INFO(first.message);
  REQUIRE(first.ok());
  CHECK(first.verified.in_full >= 2);
  const std::size_t before = f.comparisons();
  const TrialResult second = f.run();
  REQUIRE(second.ok());
  CHECK(second.verified.in_full == 1 + second.samples.size());
  CHECK(f.comparisons() - before >= second.verified.in_full);
  CHECK(second.verification_error > 0);
}

TEST_CASE("the host tells which element is wrong of outputs that do not pass on the device") {
  float error = 0;
  Triples f([&](const float* x, float* y) {
    triple_up(x, y);
    y[99] += error;
  });
  REQUIRE(f.run().ok());
  error = 1;
  const TrialResult wrong = f.run();
  CHECK(f.comparisons() > 0);
  CHECK(wrong.status == TrialStatus::wrong_output);
  CHECK_THAT(wrong.message, contains("at [99]") && contains("1 of 100"));
}

TEST_CASE("what a kernel writes into the reference on the device does not count") {
  float error = 0;
  bool spoils = false;
  Triples f(
      [&](const float* x, float* y) {
        triple_up(x, y);
        y[99] *= 1 + (error += 1e-6F);
        if (!spoils) return;
        y[50] = 7;
        f.write_into_reference(50, 7);
      },
      tripling(1e-3));
  REQUIRE(f.run().ok());
  REQUIRE(f.run().ok());  // now the reference lies on the device
  spoils = true;
  const TrialResult spoilt = f.run();
  CHECK(f.written_into_reference() > 0);
  CHECK(spoilt.status == TrialStatus::wrong_output);
  CHECK_THAT(spoilt.message, contains("at [50]: got 7, expected 150"));
}

TEST_CASE("a kernel that does nothing finds no earlier trial's outputs to pass with") {
  bool works = true;
  Triples f([&](const float* x, float* y) {
    if (works) triple_up(x, y);
  });
  REQUIRE(f.run().ok());
  works = false;
  const TrialResult idle = f.run();
  CHECK_FALSE(idle.ok());
  CHECK_THAT(idle.message, contains("never written"));
}

TEST_CASE("a variant that breaks its promise of copies alone is judged by what it hands over") {
  Triples f([](const float* x, float* y) {
    for (std::size_t k = 0; k < length; ++k) y[k] = x[k];
  });
  f.add_plain([](float* y) {
    for (std::size_t k = 0; k < length; ++k) y[k] *= 3;
  });
  const TrialResult tripled = f.run("plain.cuda");
  INFO(tripled.message);
  CHECK(tripled.ok());
  Triples spoiling(triple_up);
  spoiling.add_plain([](float* y) { y[3] = 0; });
  CHECK(spoiling.run("plain.cuda").status == TrialStatus::wrong_output);
}
