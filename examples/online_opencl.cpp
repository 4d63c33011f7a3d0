// Tunes a kernel while a simulation runs, on the simulation's own OpenCL queue and buffers.
//   online_opencl examples/heat.cl [STORE]
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <assay/online_tuner.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

namespace {

constexpr int n = 512;  // points on each side of the square
constexpr int most_steps = 200000;

void require(cl_int code, const char* what) {
  if (code == CL_SUCCESS) return;
  std::fprintf(stderr, "%s: OpenCL error %d\n", what, code);
  std::exit(1);
}

}  // namespace

int main(int argc, char** argv) try {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_int code = CL_SUCCESS;
  require(clGetPlatformIDs(1, &platform, nullptr), "finding a platform");
  require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "finding a device");
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
  require(code, "creating a context");
  cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &code);
  require(code, "creating a queue");

  std::vector<float> heat(n * n, 0.0F);
  heat[n * n / 2 + n / 2] = 1000.0F;
  const std::size_t bytes = heat.size() * sizeof(float);
  cl_mem from = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, heat.data(), &code);
  require(code, "creating a buffer");
  cl_mem to = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &code);
  require(code, "creating a buffer");

  assay::Tuner tuner("heat");
  tuner.kernel(argc > 1 ? argv[1] : "heat.cl", {"to", "from", {"float", "rate"}, {"int", "n"}})
      .local({"block_x", "block_y"})
      .global({"n", "ceil_div(n, rows)"})
      .parameter("block_x", {32, 64, 128})
      .parameter("block_y", {1, 2, 4})
      .parameter("rows", {1, 4, 16});
  tuner.trials(12).on_progress([](const std::string& line) { std::puts(line.c_str()); });
  if (argc > 2) tuner.store(argv[2]);

  assay::OnlineTuner online(tuner, assay::NativeQueue::opencl(queue), {{"n", n}});
  online.verify([&](const assay::Configuration&) {
    require(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, bytes, heat.data(), 0, nullptr, nullptr),
            "reading a buffer");
    return std::abs(std::accumulate(heat.begin(), heat.end(), 0.0) - 1000) < 1;  // none is lost
  });

  int steps = 0;
  for (; steps < most_steps && !online.tuned(); ++steps) {
    const auto step = online.step({{"to", to}, {"from", from}}, {{"rate", 0.2}});
    if (step.right) std::swap(from, to);  // otherwise `from` is intact, and the step is repeated
  }
  // From here on steps are only enqueued.
  for (int more = 0; more < 100; ++more, ++steps) {
    online.step({{"to", to}, {"from", from}}, {{"rate", 0.2}});
    std::swap(from, to);
  }
  require(clFinish(queue), "finishing");
  std::printf("%d steps, %s\n", steps, online.tuned() ? "tuned" : "not tuned yet");
  return online.tuned() ? 0 : 1;
} catch (const assay::TunerError& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
