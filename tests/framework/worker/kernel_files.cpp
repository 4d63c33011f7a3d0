// Tests of kernels in files on a CUDA device that does not exist: the driver is a fake, everything
// else is real.
#include <cstring>

#include "assay/small_float.hpp"
#include "framework/core/error.hpp"
#include "framework/device/machine.hpp"
#include "framework/kernel_file/plugins.hpp"
#include "framework/worker/instance.hpp"
#include "framework/worker/trial_runner.hpp"
#include "tests/catch.hpp"
#include "tests/framework/device/fake_cuda.hpp"
#include "tests/framework/worker/nvml_journal.hpp"
#include "tests/test_plugins/trials.hpp"

namespace {

using namespace assay;
using device::cuda::CUdeviceptr;
using device::cuda::test::fake_device;
using device::cuda::test::fake_world;
using device::cuda::test::FakeWorld;

constexpr std::size_t elements = 100;

// A kernel for y = factor x with n elements, in blocks of `block` threads that compute `tile`
// elements each.
KernelFiles scale_files() {
  ArrayProblemDescription problem;
  problem.name = "file/scale";
  problem.place = "s.toml:1:1";
  problem.arguments = {{"n", "", Value(std::int64_t{elements}), {}},
                       {"factor", "", Value(3.0), {}}};
  ArrayDescription x;
  x.name = "x";
  x.shape = {{"n", "s.toml:2:1"}};
  x.fill = {"index", 0, 1, 0, "", {}};
  ArrayDescription y = x;
  y.name = "y";
  y.fill = {};
  y.output = true;
  y.tolerance = {1e-6, 0, false};
  problem.arrays = {x, y};

  KernelDescription kernel;
  kernel.name = "scale.cuda";
  kernel.problem = problem.name;
  kernel.backend = ASSAY_CUDA;
  kernel.source = {"scale.cu", "s.toml:5:1"};
  kernel.sources = {{"scale.cu", "// what a fake compiler takes\n"}};
  KernelLaunch& launch = kernel.steps.emplace_back().launch.emplace();
  launch.function = {"scale", "s.toml:6:1"};
  launch.arguments.resize(4);
  launch.arguments[0].arrays = {"x"};
  launch.arguments[1].arrays = {"y"};
  launch.arguments[2].kind = KernelArgument::Kind::value;
  launch.arguments[2].parts = {{ASSAY_F32, {{"factor", "s.toml:7:20"}}}};
  launch.arguments[3].kind = KernelArgument::Kind::local;
  launch.arguments[3].value = {"4 * block", "s.toml:7:30"};
  launch.group = {{"block", "s.toml:8:1"}, {"2", "s.toml:8:9"}};
  launch.extent = {{"ceil_div(n, block * tile)", "s.toml:9:1"}, {"1", "s.toml:9:9"}};
  kernel.defines = {{"HALF", {"n // 2", "s.toml:10:1"}}};
  kernel.options = {"--use_fast_math", "s.toml:11:1"};
  const auto values = [](std::vector<std::int64_t> numbers) {
    return std::vector<Value>(numbers.begin(), numbers.end());
  };
  kernel.parameters = {{"block", "", values({32, 64}), Value(std::int64_t{32}), ""},
                       {"tile", "", values({1, 2}), Value(std::int64_t{1}), ""},
                       {"fast", "", {Value(false), Value(true)}, Value(false), ""}};
  problem.reference.kernel = kernel;
  problem.reference.configuration = {
      {"block", Value(std::int64_t{32})}, {"tile", Value(std::int64_t{1})}, {"fast", Value(false)}};
  return {{problem}, {kernel}};
}

// Does the work of the kernel on the fake device's memory, which is host memory.
void scale(void** values) {
  CUdeviceptr x = 0;
  CUdeviceptr y = 0;
  float factor = 0;
  std::memcpy(&x, values[0], sizeof x);
  std::memcpy(&y, values[1], sizeof y);
  std::memcpy(&factor, values[2], sizeof factor);
  for (std::size_t k = 0; k < elements; ++k) {
    reinterpret_cast<float*>(y)[k] = factor * reinterpret_cast<const float*>(x)[k];
  }
}

struct Fixture {
  explicit Fixture(std::function<void(void**)> action = scale, KernelFiles files = scale_files())
      : world(fake_world({.kernels = {{"scale", {.parameters = {8, 8, 4}, .action = action}}}})),
        gpu(fake_device({.cache_folder = "", .limit_guardian = test_guardian()})),
        cpu(device::open("cpu", {})),
        plugins(std::span<const std::filesystem::path>{}) {
    resources.first_device = [this](assay_backend backend) -> device::Device& {
      REQUIRE(backend == ASSAY_CUDA);
      return *gpu;
    };
    auto made = make_plugins(files);
    for (auto& plugin : made) plugins.add(std::move(plugin));
  }

  TrialResult run(std::int64_t block, std::int64_t tile, bool fast = false,
                  const std::string& real = "") {
    const auto& variant = plugins.variant("file/scale", "scale.cuda", "");
    Bindings configuration = {
        {"block", Value(block)}, {"tile", Value(tile)}, {"fast", Value(fast)}};
    if (!real.empty()) configuration.emplace_back("real", Value(real));
    SamplingOptions sampling;
    sampling.max_samples = 10;
    const Objective objective;
    Instance instance(plugins.problem("file/scale"), {}, *cpu, resources);
    instance.prepare_reference();
    world.launches.clear();
    TrialResult result = run_trial(
        {variant, instance, *gpu, resources, configuration, sampling, objective}, [](Stage) {});
    kept_inputs = !instance.kept_inputs().empty();
    return result;
  }

  FakeWorld& world;
  bool kept_inputs = false;  // whether the last trial left inputs on the device for the next
  HostResources resources;
  std::unique_ptr<device::Device> gpu;
  std::unique_ptr<device::Device> cpu;
  PluginSet plugins;
};

// The files of scale_files(), with an output of twice the size, of which the first n elements are
// compared.
KernelFiles with_work_space() {
  KernelFiles files = scale_files();
  ArrayDescription& y = files.problems.front().arrays.back();
  y.shape = {{"2 * n", "s.toml:2:1"}};
  y.ranges = {{{"0", "s.toml:2:20"}, {"n", "s.toml:2:20"}}};
  return files;
}

// The files of scale_files(), with an output of 10 rows of 10 elements, of which the border is not
// compared.
KernelFiles with_halo() {
  KernelFiles files = scale_files();
  ArrayDescription& y = files.problems.front().arrays.back();
  y.shape = {{"10", "s.toml:2:1"}, {"n // 10", "s.toml:2:5"}};
  const ComparedRange inner{{"1", "s.toml:2:20"}, {"10 - 1", "s.toml:2:30"}};
  y.ranges = {inner, inner};
  return files;
}

// The files of scale_files(), whose kernel limits the device by the parameter `tile`.
KernelFiles with_limits() {
  KernelFiles files = scale_files();
  files.kernels[0].limits = {{ASSAY_LIMIT_GRAPHICS_CLOCK, {"1200 + (tile - 1) * 3", "s.toml:12:3"}},
                             {ASSAY_LIMIT_POWER, {"250", "s.toml:12:40"}}};
  files.problems[0].reference.kernel->limits = files.kernels[0].limits;
  return files;
}

// What NVML is asked for by a trial of such a kernel with tile=1.
const std::vector<std::string> limited_and_put_back = {"graphics 1200", "power 250000",
                                                       "power 650000", "graphics reset"};

// The files of scale_files() with arrays of double, which the kernel takes in the type that the
// parameter `real` names.
KernelFiles with_types() {
  KernelFiles files = scale_files();
  ArrayProblemDescription& problem = files.problems.front();
  KernelDescription& kernel = files.kernels.front();
  for (ArrayDescription& array : problem.arrays) {
    array.element = ASSAY_F64;
    array.tolerance = usual_tolerance(ASSAY_F64);
    kernel.types.push_back({array.name, {"real", "s.toml:12:1"}});
  }
  const std::vector<Value> types = {Value(std::string("half")), Value(std::string("double"))};
  kernel.parameters.push_back({"real", "", types, types.front(), ""});
  problem.reference.kernel = kernel;
  problem.reference.configuration.emplace_back("real", types.back());
  return files;
}

// Does the work of the kernel on its first `count` elements, in the type that its input has: 0, 1
// and so on. Adds `error` to the last one.
template <class T>
void scale_as(CUdeviceptr x, CUdeviceptr y, float factor, std::size_t count, double error) {
  const auto* from = reinterpret_cast<const T*>(x);
  auto* to = reinterpret_cast<T*>(y);
  for (std::size_t k = 0; k < count; ++k) {
    to[k] = static_cast<T>(factor * static_cast<double>(from[k]) + (k + 1 == count ? error : 0));
  }
}
std::function<void(void**)> scale_in_half_or_double(std::size_t count_of_half, double error = 0) {
  return [=](void** values) {
    CUdeviceptr x = 0;
    CUdeviceptr y = 0;
    float factor = 0;
    std::memcpy(&x, values[0], sizeof x);
    std::memcpy(&y, values[1], sizeof y);
    std::memcpy(&factor, values[2], sizeof factor);
    if (reinterpret_cast<const sdk::Float16*>(x)[1].bits() == sdk::Float16(1).bits()) {
      scale_as<sdk::Float16>(x, y, factor, count_of_half, error);
    } else {
      scale_as<double>(x, y, factor, elements, 0);
    }
  };
}

bool has_option(const FakeWorld& world, const std::string& option) {
  return std::find(world.options.begin(), world.options.end(), option) != world.options.end();
}

}  // namespace

TEST_CASE("a kernel in a file reaches a CUDA device with its sizes, constants and arguments") {
  Fixture f;
  const TrialResult result = f.run(64, 2, true);
  INFO(result.message);
  REQUIRE(result.ok());
  CHECK(result.verification_error == 0);
  REQUIRE_FALSE(f.world.launches.empty());
  for (const auto& launch : f.world.launches) {
    CHECK(launch.kernel == "scale");
    CHECK(launch.grid[0] == 1);
    CHECK(launch.grid[1] == 1);
    CHECK(launch.block[0] == 64);
    CHECK(launch.block[1] == 2);
    CHECK(launch.shared == 256);
  }
  for (const char* constant : {"block=64", "tile=2", "fast=1", "HALF=50", "--use_fast_math"}) {
    CAPTURE(constant);
    CHECK(has_option(f.world, constant));
  }
  REQUIRE_FALSE(result.samples.empty());
  CHECK(result.samples.front().phases.at(0).name == "kernel");
}

TEST_CASE("a kernel that is right only once, or never, is found out (CUDA)") {
  int runs = 0;
  Fixture lazy([&runs](void** values) {
    // The first three runs work: two for the reference and one that is verified.
    if (++runs <= 3) scale(values);
  });
  const TrialResult result = lazy.run(64, 1);
  CHECK(result.status == TrialStatus::wrong_output);
  CHECK_THAT(result.message, contains("never written"));

  Fixture idle([](void**) {});
  CHECK_THROWS_WITH(idle.run(32, 1), contains("never writes element 0 of output 'y'"));
}

TEST_CASE("a trial tells with whom it agrees where no reference was named") {
  auto files = scale_files();
  Fixture named(scale, files);
  CHECK(named.run(32, 1).agrees_with.empty());
  CHECK(named.plugins.problem("file/scale").description.agrees_with.empty());
  files.problems[0].reference.assumed = true;
  Fixture assumed(scale, files);
  CHECK(assumed.plugins.problem("file/scale").description.agrees_with == "scale.cuda");
  CHECK(assumed.run(32, 1).agrees_with == "scale.cuda");
}

TEST_CASE("a kernel's limits hold from before its first repetition until the trial ends") {
  NvmlJournal journal;
  std::vector<std::size_t> notes_at_runs;
  Fixture f(
      [&](void** values) {
        notes_at_runs.push_back(journal.notes(0).size());
        scale(values);
      },
      with_limits());
  CHECK(f.plugins.variant("file/scale", "scale.cuda", "").description.limits);
  f.world.options.clear();
  const TrialResult result = f.run(64, 1);
  INFO(result.message);
  REQUIRE(result.ok());
  CHECK(journal.notes(4) == limited_and_put_back);
  REQUIRE(notes_at_runs.size() > 3);
  // The reference, which runs twice, is not limited; every repetition is.
  CHECK(std::vector(notes_at_runs.begin(), notes_at_runs.begin() + 2) ==
        std::vector<std::size_t>{0, 0});
  CHECK(std::all_of(notes_at_runs.begin() + 2, notes_at_runs.end(),
                    [](std::size_t count) { return count == 2; }));
  CHECK(has_option(f.world, "block=64"));
  // A parameter of limits alone is none of the source, so this was compiled already.
  CHECK_FALSE(has_option(f.world, "tile=1"));
}

TEST_CASE("a limit that the device refuses costs the trial, with its place") {
  NvmlJournal journal;
  Fixture f(scale, with_limits());
  const TrialResult refused = f.run(64, 2);
  CHECK(refused.status == TrialStatus::unsupported);
  CHECK_THAT(refused.message, contains("s.toml:12:3: '1200 + (tile - 1) * 3'") &&
                                  contains("1203 MHz") && contains("1200 and 1215"));
  CHECK(journal.notes(0).empty());
  KernelFiles files = with_limits();
  files.kernels[0].limits[1].value.text = "0 * tile";
  Fixture nothing(scale, files);
  const TrialResult invalid = nothing.run(64, 1);
  CHECK(invalid.status == TrialStatus::invalid);
  CHECK_THAT(invalid.message, contains("s.toml:12:40") && contains("above 0"));
  CHECK(journal.notes(2) == std::vector<std::string>{"graphics 1200", "graphics reset"});
}

TEST_CASE("limits end with a trial that fails") {
  NvmlJournal journal;
  int runs = 0;
  // A kernel that stopped writing would be judged by the byte its output is filled with, which
  // makes a NaN at times; one that is off by a factor is wrong whatever that byte is.
  Fixture f(
      [&](void** values) {
        float off = 4;
        void* changed[] = {values[0], values[1], ++runs > 3 ? &off : values[2]};
        scale(changed);
      },
      with_limits());
  CHECK(f.run(64, 1).status == TrialStatus::wrong_output);
  CHECK(journal.notes(4) == limited_and_put_back);
  journal.forget();
  Fixture thrown(
      [&](void** values) {
        if (!journal.notes(0).empty()) throw std::runtime_error("the driver is gone");
        scale(values);
      },
      with_limits());
  CHECK_FALSE(thrown.run(64, 1).ok());
  CHECK(journal.notes(4) == limited_and_put_back);
}

TEST_CASE("formulas without a value cost the trial, with their place") {
  auto files = scale_files();
  files.kernels[0].steps[0].launch->extent[0].text = "n / (tile - 1)";
  Fixture f(scale, files);
  const TrialResult divided = f.run(32, 1);
  CHECK(divided.status == TrialStatus::invalid);
  CHECK_THAT(divided.message, contains("s.toml:9:1") && contains("^"));
  files = scale_files();
  files.kernels[0].steps[0].launch->arguments[2].parts[0].element = ASSAY_I32;
  files.kernels[0].steps[0].launch->arguments[2].parts[0].numbers[0].text = "factor / 2";
  Fixture fraction(scale, files);
  CHECK_THAT(fraction.run(32, 1).message, contains("s.toml:7:20") && contains("1.5"));
}

TEST_CASE("a context offers the first device of another backend where its host has one") {
  Fixture f;
  assay_context context(*f.cpu, f.resources);
  const sdk::Host host(&host_table(), &context);
  CHECK(host.on(ASSAY_CUDA).context() != host.context());
  CHECK(host.on(ASSAY_CUDA).context() == host.on(ASSAY_CUDA).on(ASSAY_CUDA).context());
  const HostResources plain;
  assay_context alone(*f.cpu, plain);
  CHECK_THROWS_AS(sdk::Host(&host_table(), &alone).on(ASSAY_CUDA), sdk::Error);
}

TEST_CASE(
    "workers are brought kernels, compile them for GPUs that are not there, and are replaced") {
  WorkerOptions options = test_worker({});
  options.kernels = scale_files();
  auto& kernel = options.kernels.kernels[0];
  kernel.options.text = "";
  kernel.sources = {{"scale.cu",
                     "#if HALF != 50 || block != 64\n#error constants\n#endif\n"
                     "extern \"C\" __global__ void scale(const float *x, float *y, float f) {}"}};
  WorkerClient client(options);
  for (int round = 0; round < 2; ++round) {
    CHECK(client.catalog().problem("file/scale").arguments.size() == 2);
    CHECK(client.catalog().variants_named("file/scale", "scale.cuda").size() == 1);
    TrialRequest request;
    request.instance = {"file/scale", {}};
    request.variant = "scale.cuda";
    request.device = "cuda:sm_90";
    request.configuration = {{"block", Value(std::int64_t{64})},
                             {"tile", Value(std::int64_t{1})},
                             {"fast", Value(false)}};
    const TrialResult compiled = client.compile(request);
    if (compiled.message.find("no NVRTC") != std::string::npos) {
      assay::test::skip_without_nvrtc(compiled.message);
    }
    INFO(compiled.message);
    CHECK(compiled.ok());
    request.configuration[0].second = Value(std::int64_t{32});
    const TrialResult refused = client.compile(request);
    CHECK(refused.status == TrialStatus::compile_error);
    CHECK_THAT(refused.message, contains("scale.cu:2"));
    client.restart();
  }
}

TEST_CASE("what lies behind the compared head of an output may be anything, each time anew") {
  float runs = 0;
  Fixture f(
      [&](void** values) {
        scale(values);
        CUdeviceptr y = 0;
        std::memcpy(&y, values[1], sizeof y);
        // Half of the rest stays unwritten.
        for (std::size_t k = 0; k < elements / 2; ++k) {
          reinterpret_cast<float*>(y)[elements + k] = ++runs;
        }
      },
      with_work_space());
  const TrialResult result = f.run(64, 2);
  INFO(result.message);
  REQUIRE(result.ok());
  // The bits of the head are the same each time.
  CHECK(result.verified.in_full == 1);
  CHECK(result.verified.by_digest == result.samples.size());
}

TEST_CASE("a wrong element of the head is found, and so is a head that is not written again") {
  int runs = 0;
  const auto after_the_reference = [&](const auto& action) {
    return [&, action](void** values) {
      if (++runs <= 2) return scale(values);  // the reference runs twice
      action(values);
    };
  };
  Fixture wrong(after_the_reference([](void** values) {
                  scale(values);
                  CUdeviceptr y = 0;
                  std::memcpy(&y, values[1], sizeof y);
                  reinterpret_cast<float*>(y)[elements - 1] += 1;
                }),
                with_work_space());
  const TrialResult result = wrong.run(64, 2);
  CHECK(result.status == TrialStatus::wrong_output);
  CHECK_THAT(result.message, contains("at [99]") && contains("1 of 100"));
  runs = 0;
  Fixture lazy(after_the_reference([&](void** values) {
                 if (runs <= 3) scale(values);
               }),
               with_work_space());
  const TrialResult once = lazy.run(64, 2);
  CHECK_FALSE(once.ok());
}

TEST_CASE("the halo of an output may be anything, each time anew, and what it surrounds may not") {
  float runs = 0;
  bool wrong = false;
  const auto action = [&](void** values) {
    scale(values);
    CUdeviceptr y = 0;
    std::memcpy(&y, values[1], sizeof y);
    auto* written = reinterpret_cast<float*>(y);
    ++runs;
    for (std::size_t k = 0; k < 10; ++k) {
      written[k] = written[90 + k] = written[10 * k] = written[10 * k + 9] = runs;
    }
    if (wrong && runs > 2) written[47] += 1;  // the reference runs twice
  };
  Fixture f(action, with_halo());
  const TrialResult result = f.run(64, 2);
  INFO(result.message);
  REQUIRE(result.ok());
  CHECK(result.verified.in_full == 1);
  CHECK(result.verified.by_digest == result.samples.size());
  wrong = true;
  runs = 0;
  Fixture other(action, with_halo());
  const TrialResult found = other.run(64, 2);
  CHECK(found.status == TrialStatus::wrong_output);
  CHECK_THAT(found.message, contains("at [4, 7]") && contains("1 of 64"));
}

TEST_CASE("constraints on what is compiled see facts of the device (CUDA)") {
  const auto result_of = [](const std::string& constraint, std::int64_t block) {
    auto files = scale_files();
    files.kernels[0].compiled_constraints = {{constraint, "s.toml:12:1"}};
    return Fixture(scale, files).run(block, 1);
  };
  const std::string limit = "registers * block * 3 <= registers_per_block / 2";
  const TrialResult fits = result_of(limit, 32);
  INFO(fits.message);
  REQUIRE(fits.ok());
  // Compiling alone could not check it, since the fake compiler's code says nothing.
  for (const Fact& fact : fits.facts) CHECK_THAT(fact.name, !contains("not checked"));
  const TrialResult beyond = result_of(limit, 64);
  CHECK(beyond.status == TrialStatus::unsupported);
  CHECK_THAT(beyond.message, contains("s.toml:12:1: '" + limit + "' does not hold for 'scale'") &&
                                 contains("registers = 32, registers_per_block = 12000"));
  const TrialResult unknown = result_of("registers <= vector_bits", 32);
  CHECK(unknown.status == TrialStatus::unsupported);
  CHECK_THAT(unknown.message,
             contains("s.toml:12:1") && contains("'vector_bits'") && contains("cannot be checked"));
}

TEST_CASE("linked files reach a CUDA device as units of their own") {
  auto files = scale_files();
  files.kernels[0].linked = {{"b.cu", "s.toml:5:20"}};
  files.kernels[0].sources.push_back({"b.cu", "// more\n"});
  files.kernels[0].sources.push_back({"c.cuh", "// included\n"});
  Fixture f(scale, files);
  const TrialResult result = f.run(32, 1);
  INFO(result.message);
  REQUIRE(result.ok());
  REQUIRE(f.world.linked.size() >= 3);
  f.world.linked.resize(3);  // of the first of several builds
  CHECK(f.world.linked == std::vector<std::string>{"-arch=sm_90", "scale.cu", "b.cu"});
  CHECK(has_option(f.world, "--relocatable-device-code=true"));
}

TEST_CASE("arrays of doubles reach a device in half precision, and what it computes is compared") {
  Fixture f(scale_in_half_or_double(elements), with_types());
  for (const std::string real : {"half", "double"}) {
    const TrialResult result = f.run(32, 1, false, real);
    CAPTURE(real, result.message);
    CHECK(result.status == TrialStatus::ok);
    // The device's own bits are looked at, in the type that they have there.
    CHECK(result.verified.by_digest > 0);
    CHECK(result.verified.unverified == 0);
    // The next trial would not find by its place what this one converted.
    CHECK(f.kept_inputs == (real == "double"));
  }
}

TEST_CASE("half precision has its own tolerance, and passes nothing as double") {
  Fixture slightly(scale_in_half_or_double(elements, 0.25), with_types());
  const TrialResult right = slightly.run(32, 1, false, "half");
  CHECK(right.status == TrialStatus::ok);
  CHECK(right.verification_error > 0);
  Fixture wrong(scale_in_half_or_double(elements, 16), with_types());
  CHECK(wrong.run(32, 1, false, "half").status == TrialStatus::wrong_output);
}

TEST_CASE("elements that a kernel leaves unwritten in half precision are found") {
  Fixture f(scale_in_half_or_double(elements - 1), with_types());
  const TrialResult result = f.run(32, 1, false, "half");
  CHECK(result.status == TrialStatus::not_finite);
  CHECK_THAT(result.message, contains("(never written)"));
}
