#include "misbehaving.hpp"

#include <algorithm>

namespace {

using namespace assay::sdk;

constexpr assay_source source{"test/scale.cu", R"(
#ifdef BREAK_COMPILATION
this does not compile
#endif
extern "C" __global__ void scale(float* x, float* y, float a, int n, int runs) {
  extern __shared__ float staged[];
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef WRITE_FAR
  if (k == 0) y[1ll << 40] = 1;
#endif
#ifdef NEVER_END
  while (*(volatile float*)x != 12345.678f) {}
#endif
  if (k >= n) return;
  staged[threadIdx.x] = x[k];
#ifdef IDLE_LATER
  if (runs > 3) return;
#endif
  y[k] = a * staged[threadIdx.x];
#ifdef WRITE_INPUT
  if (k == 5) x[k] += 1;
#endif
#ifdef WRONG_FIFTH
  if (k == 5 && runs % 5 == 0) y[k] += 1;
#endif
#ifdef WRITE_AFTER
  if (k == 0) y[n] = 1;
#endif
}
)"};

// A trial with page-locked memory, copies that only enqueue, and queues that wait for each other.
class Scale : public Trial {
 public:
  explicit Scale(const Task& task)
      : host_(task.host()),
        a_(elements<float>(task.input("a")).front()),
        uploads_once_(task.configuration().text("misdeed") == "write-input"),
        shared_bytes_(static_cast<std::size_t>(task.configuration().integer("shared_bytes"))),
        x_(elements<float>(task.input("x"))),
        y_(elements<float>(task.output("y"))),
        host_x_(host_, x_.size()),
        host_y_(host_, y_.size()),
        device_x_(host_, x_.size()),
        device_y_(host_, y_.size()),
        program_(host_, {&source, 1}, options(task)),
        kernel_(program_.kernel("scale")),
        copies_(create_queue(host_)) {
    std::ranges::copy(x_, host_x_.begin());
    if (uploads_once_) device_x_.write(x_);
  }

  static CompileOptions options(const Task& task) {
    const std::string misdeed = task.configuration().text("misdeed");
    CompileOptions options;
    if (misdeed == "compile-error") options.define("BREAK_COMPILATION", 1);
    if (misdeed == "write-after") options.define("WRITE_AFTER", 1);
    if (misdeed == "write-input") options.define("WRITE_INPUT", 1);
    if (misdeed == "wrong-fifth") options.define("WRONG_FIFTH", 1);
    if (misdeed == "idle-later") options.define("IDLE_LATER", 1);
    if (misdeed == "write-far") options.define("WRITE_FAR", 1);
    if (misdeed == "never-end") options.define("NEVER_END", 1);
    return options;
  }

  void run() override {
    const auto n = static_cast<std::int32_t>(y_.size());
    const std::size_t global = (y_.size() + 63) / 64 * 64;
    if (!uploads_once_) {
      const Phase phase(host_, "upload");
      device_x_.write_async({host_x_.data(), host_x_.size()}, 0, copies_.get());
      host_.wait(nullptr, copies_.get());
    }
    {
      const Phase phase(host_, "kernel");
      kernel_.launch<1>({global}, {64}, device_x_, device_y_, a_, n, ++runs_,
                        LocalMemory{shared_bytes_});
      host_.wait(copies_.get(), nullptr);
    }
    const Phase phase(host_, "download");
    device_y_.read_async({host_y_.data(), host_y_.size()}, 0, copies_.get());
  }
  void outputs() override {
    host_.finish(copies_.get());
    std::ranges::copy(host_y_, y_.begin());
  }

 private:
  Host host_;
  float a_;
  bool uploads_once_;
  std::int32_t runs_ = 0;
  std::size_t shared_bytes_;
  std::span<float> x_;
  std::span<float> y_;
  HostArray<float> host_x_;
  HostArray<float> host_y_;
  Buffer<float> device_x_;
  Buffer<float> device_y_;
  Program program_;
  Kernel kernel_;
  Queue copies_;
};

void compile(const Task& task) {
  static_cast<void>(Program(task.host(), {&source, 1}, Scale::options(task)));
}

}  // namespace

void describe_misbehaving_cuda(Plugin& plugin) {
  plugin.variant({.name = "misbehaving.cuda",
                  .problem = "test/scale",
                  .doc = "The same on a CUDA device, in float.",
                  .backend = ASSAY_CUDA,
                  .parameters = {{"misdeed",
                                  "What to do.",
                                  {"none", "compile-error", "write-after", "write-far", "never-end",
                                   "write-input", "wrong-fifth", "idle-later"}},
                                 {"shared_bytes",
                                  "Dynamic shared memory of a block.",
                                  {256, 200000, 1000000}}},
                  .prepare = prepare_as<Scale>,
                  .compile = compile});
}
