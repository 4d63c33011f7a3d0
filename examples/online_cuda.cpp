// Tunes a kernel while a simulation runs, on the simulation's own CUDA stream and memory.
//   online_cuda examples/heat.cu [STORE]
#include <cuda.h>

#include <assay/online_tuner.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

namespace {

constexpr int n = 4096;  // points on each side of the square
constexpr int most_steps = 200000;

void require(CUresult code, const char* what) {
  if (code == CUDA_SUCCESS) return;
  std::fprintf(stderr, "%s: CUDA error %d\n", what, static_cast<int>(code));
  std::exit(1);
}

}  // namespace

int main(int argc, char** argv) try {
  CUdevice device = 0;
  CUcontext context = nullptr;
  CUstream stream = nullptr;
  require(cuInit(0), "starting the driver");
  require(cuDeviceGet(&device, 0), "finding a device");
  require(cuDevicePrimaryCtxRetain(&context, device), "opening the device");
  require(cuCtxSetCurrent(context), "opening the device");
  require(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), "creating a stream");

  std::vector<float> heat(static_cast<std::size_t>(n) * n, 0.0F);
  heat[heat.size() / 2 + n / 2] = 1000.0F;
  const std::size_t bytes = heat.size() * sizeof(float);
  CUdeviceptr from = 0;
  CUdeviceptr to = 0;
  require(cuMemAlloc(&from, bytes), "taking memory");
  require(cuMemAlloc(&to, bytes), "taking memory");
  require(cuMemcpyHtoD(from, heat.data(), bytes), "copying");

  {
    assay::Tuner tuner("heat");
    tuner.kernel(argc > 1 ? argv[1] : "heat.cu", {"to", "from", {"float", "rate"}, {"int", "n"}})
        .local({"block_x", "block_y"})
        .global({"n", "ceil_div(n, rows)"})
        .parameter("block_x", {32, 64, 128, 256})
        .parameter("block_y", {1, 2, 4, 8})
        .parameter("rows", {1, 2, 4, 8, 16, 64});
    tuner.trials(60).on_progress([](const std::string& line) { std::puts(line.c_str()); });
    if (argc > 2) tuner.store(argv[2]);

    // Must be gone before the context is.
    assay::OnlineTuner online(tuner, assay::NativeQueue::cuda(stream), {{"n", n}});
    online.verify([&](const assay::Configuration&) {
      require(cuMemcpyDtoHAsync(heat.data(), to, bytes, stream), "copying");
      require(cuStreamSynchronize(stream), "copying");
      return std::abs(std::accumulate(heat.begin(), heat.end(), 0.0) - 1000) < 1;  // none is lost
    });

    int steps = 0;
    for (; steps < most_steps && !online.tuned(); ++steps) {
      const auto step = online.step({{"to", to}, {"from", from}}, {{"rate", 0.2}});
      if (step.right) std::swap(from, to);  // otherwise `from` is intact: the step is repeated
    }
    // From here on steps are only enqueued.
    for (int more = 0; more < 100; ++more, ++steps) {
      online.step({{"to", to}, {"from", from}}, {{"rate", 0.2}});
      std::swap(from, to);
    }
    require(cuStreamSynchronize(stream), "finishing");
    std::printf("%d steps, %s\n", steps, online.tuned() ? "tuned" : "not tuned yet");
    if (!online.tuned()) return 1;
  }
  require(cuMemFree(from), "giving memory back");
  require(cuMemFree(to), "giving memory back");
  require(cuStreamDestroy(stream), "closing the stream");
  require(cuDevicePrimaryCtxRelease(device), "closing the device");
  return 0;
} catch (const assay::TunerError& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
