// Measures what a launch and a sample cost the host: through the interface to devices and through
// the table of functions that plugins call, on the first device of each backend, with a kernel that
// does nothing. A backend without a device here is reported as skipped, with the reason.
#include <benchmark/benchmark.h>

#include <array>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "framework/device/accelerator.hpp"
#include "framework/device/machine.hpp"
#include "framework/worker/host/context.hpp"
#include "framework/worker/trial_runner.hpp"

namespace {

using namespace assay;

// The arguments of most kernels of the shipped plugins: a few buffers and a few sizes.
constexpr const char* text = R"(
#ifdef __OPENCL_VERSION__
__kernel void nothing(__global const float* a, __global const float* b, __global float* c, int m,
                      int n) {}
#else
extern "C" __global__ void nothing(const float* a, const float* b, float* c, int m, int n) {}
#endif
)";
constexpr std::array<std::size_t, 1> size = {64};
// The launches after which the device is waited for outside the timed part: fewer than a driver
// queues before it makes the host wait, and than a device keeps times of.
constexpr std::int64_t burst = 256;

// Opens the first device of a backend. Throws a reason to skip the benchmark if there is none.
std::unique_ptr<device::Device> open_first(benchmark::State& state, const std::string& backend) {
  for (const auto& found : device::discover()) {
    if (found.backend != backend) continue;
    state.SetLabel(found.name);
    return device::open(found.id, {});
  }
  std::string reason = "no device of the backend " + backend;
  if (backend == "opencl") reason += ": " + device::opencl_unavailable_reason();
  const auto missing = device::missing_for_cuda();
  if (backend == "cuda" && !missing.empty()) reason += ": " + missing.front().reason;
  throw std::runtime_error(reason);
}

// Calls `launch` in bursts; `drain` waits for the device and is not timed.
template <class Launch, class Drain>
void time_launches(benchmark::State& state, Launch&& launch, Drain&& drain) {
  launch();  // the first one may compile
  drain();
  std::int64_t launched = 0;
  for (auto _ : state) {
    launch();
    if (++launched % burst != 0) continue;
    state.PauseTiming();
    drain();
    state.ResumeTiming();
  }
  drain();
}

template <bool timed>
void launch_by_device(benchmark::State& state, const std::string& backend) {
  const auto opened = open_first(state, backend);
  auto* const device = opened->find<device::Accelerator>();
  const assay_source source{"nothing.kernel", text};
  const auto program = device->build({&source, 1}, "");
  const auto kernel = device->create_kernel(*program, "nothing");
  const auto buffer = device->create_buffer(4096);
  const std::int32_t number = 7;
  const device::KernelArgument array{ASSAY_ARG_BUFFER, buffer.get(), nullptr, 0};
  const device::KernelArgument value{ASSAY_ARG_BYTES, nullptr, &number, sizeof number};
  const std::array arguments = {array, array, array, value, value};
  device->set_label(timed ? 0 : device::untimed);
  time_launches(
      state, [&] { device->launch(nullptr, *kernel, size, size, arguments); },
      [&] { benchmark::DoNotOptimize(device->collect_device_seconds()); });
}

// A context of the first device of a backend and what plugins create in it. Throws what the context
// tells of a failure.
struct Prepared {
  explicit Prepared(device::Device& device) : context(device, resources) {
    const assay_source source{"nothing.kernel", text};
    assay_program* program = nullptr;
    require(table.program_build(&context, &source, 1, "", nullptr, 0, &program));
    require(table.kernel_create(&context, program, "nothing", &kernel));
    require(table.buffer_create(&context, 4096, &buffer));
    const assay_kernel_argument array{ASSAY_ARG_BUFFER, buffer, nullptr, 0};
    const assay_kernel_argument value{ASSAY_ARG_BYTES, nullptr, &number, sizeof number};
    arguments = {array, array, array, value, value};
  }
  void launch() {
    require(table.kernel_launch(&context, nullptr, kernel, 1, size.data(), size.data(),
                                arguments.data(), arguments.size()));
  }
  void require(assay_status status) {
    if (status != ASSAY_OK) throw std::runtime_error(context.take_message());
  }

  const assay_host& table = host_table();
  HostResources resources;
  assay_context context;
  assay_kernel* kernel = nullptr;
  assay_buffer* buffer = nullptr;
  std::int32_t number = 7;
  std::array<assay_kernel_argument, 5> arguments = {};
};

// The launches of a burst belong to one sample, as in a variant that launches often.
void launch_by_table(benchmark::State& state, const std::string& backend) {
  const auto device = open_first(state, backend);
  Prepared prepared(*device);
  prepared.context.begin_sample();
  time_launches(
      state, [&] { prepared.launch(); },
      [&] {
        benchmark::DoNotOptimize(prepared.context.end_sample());
        prepared.context.begin_sample();
      });
  benchmark::DoNotOptimize(prepared.context.end_sample());
}

// Takes samples in which `run` is what a variant would do. The counter `in sample` is the time that
// the sample's own clock shows, and thus a part of every variant's time.
template <class Run>
void time_samples(benchmark::State& state, assay_context& context, Run&& run) {
  double seconds = 0;
  for (auto _ : state) {
    context.begin_sample();
    context.begin_phase("kernel");
    run();
    context.end_phase();
    seconds += context.end_sample().seconds;
  }
  state.counters["in sample"] = benchmark::Counter(seconds, benchmark::Counter::kAvgIterations);
}

void empty_sample(benchmark::State& state, const std::string& backend) {
  const auto device = open_first(state, backend);
  const HostResources resources;
  assay_context context(*device, resources);
  time_samples(state, context, [] {});
}

void sample_of_one_launch(benchmark::State& state, const std::string& backend) {
  const auto device = open_first(state, backend);
  Prepared prepared(*device);
  time_samples(state, prepared.context, [&] { prepared.launch(); });
}

#if defined(ASSAY_TEST_PLUGINS)

// A sample of a trial, with everything that the loop around it decides: the variant does nothing.
void sample_of_trial(benchmark::State& state) {
  const std::vector<std::filesystem::path> folders = {ASSAY_TEST_PLUGINS "/build-1"};
  PluginSet plugins(folders);
  plugins.load_all();
  const HostResources resources;
  const auto device = device::open("cpu", {});
  Instance instance(plugins.problem("test/nothing"), {}, *device, resources);
  SamplingOptions sampling;
  sampling.min_samples = 1;
  sampling.max_samples = 1000;
  sampling.relative_width = -1;  // never precise: exactly max_samples
  const TrialSetup setup{plugins.variant("test/nothing", "empty.cpu", ""),
                         instance,
                         *device,
                         resources,
                         {},
                         sampling,
                         {}};
  std::int64_t samples = 0;
  for (auto _ : state) {
    const TrialResult result = run_trial(setup, [](Stage) {});
    if (!result.ok()) return state.SkipWithError(result.message.c_str());
    samples += static_cast<std::int64_t>(result.samples.size());
  }
  state.counters["per sample"] = benchmark::Counter(
      static_cast<double>(samples), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(sample_of_trial)->Unit(benchmark::kMicrosecond);

#endif

using Benchmark = std::function<void(benchmark::State&, const std::string& backend)>;

// Where the benchmark cannot run, it is skipped with the reason.
void add(const std::string& name, const std::string& backend, const Benchmark& run) {
  benchmark::RegisterBenchmark((name + "/" + backend).c_str(), [=](benchmark::State& state) {
    try {
      run(state, backend);
    } catch (const std::exception& error) {
      state.SkipWithError((std::string("skipped: ") + error.what()).c_str());
    }
  });
}

const bool registered = [] {
  for (const char* backend : {"opencl", "cuda"}) {
    add("launch_by_device", backend, launch_by_device<true>);
    add("launch_by_device_untimed", backend, launch_by_device<false>);
    add("launch_by_table", backend, launch_by_table);
    add("sample_of_one_launch", backend, sample_of_one_launch);
  }
  for (const char* backend : {"cpu", "opencl", "cuda"}) add("empty_sample", backend, empty_sample);
  return true;
}();

}  // namespace
