#include "attack.hpp"

namespace attack {
namespace {

constexpr assay_source source{"attacks/scale.cu", R"(
#define NONE 0
#define CONSTANT 1
#define LOWER_PRECISION 2
#define OUT_OF_BOUNDS 3
extern "C" __global__ void scale(const double* x, const double* a, double* y, int n) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n) return;
#if MISDEED == CONSTANT
  y[k] = 1;
#elif MISDEED == LOWER_PRECISION
  y[k] = (float)a[0] * (float)x[k];
#else
  y[k] = a[0] * x[k];
#endif
#if MISDEED == OUT_OF_BOUNDS
  if (k == 0) y[n] = 1;
#endif
}
)"};

CompileOptions with(const char* misdeed) {
  CompileOptions options;
  options.define("MISDEED", misdeed);
  return options;
}

}  // namespace

CudaScale::CudaScale(const Task& task, const char* misdeed)
    : host(task.host()),
      x(elements<const double>(task.input("x"))),
      a(elements<const double>(task.input("a"))),
      y(elements<double>(task.output("y"))),
      device_x(host, x.size()),
      device_a(host, a.size()),
      device_y(host, y.size()),
      program_(host, {&source, 1}, with(misdeed)),
      kernel_(program_.kernel("scale")) {
  device_x.write(x);
  device_a.write(a);
}

void CudaScale::launch(std::size_t count) {
  const std::size_t threads = (count + 63) / 64 * 64;
  kernel_.launch<1>({threads}, {64}, device_x, device_a, device_y,
                    static_cast<std::int32_t>(count));
}

}  // namespace attack
