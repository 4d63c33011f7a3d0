#include "misbehaving.hpp"

namespace {

using namespace assay::sdk;

constexpr assay_source source{"test/scale.cl", R"(
#ifdef BREAK_COMPILATION
this does not compile
#endif
__kernel void scale(__global const float* x, __global float* y, const float a, const int n) {
  const int k = get_global_id(0);
  if (k >= n) return;
  y[k] = a * x[k];
#ifdef WRITE_AFTER
  if (k == 0) y[n] = 1;
#endif
}
)"};

class Scale : public Trial {
 public:
  explicit Scale(const Task& task)
      : host_(task.host()),
        a_(elements<float>(task.input("a")).front()),
        y_(elements<float>(task.output("y"))),
        device_x_(host_, std::span<const float>(elements<float>(task.input("x")))),
        device_y_(host_, y_.size()),
        program_(host_, {&source, 1}, options(task)),
        kernel_(program_.kernel("scale")) {}

  static CompileOptions options(const Task& task) {
    const std::string misdeed = task.configuration().text("misdeed");
    CompileOptions options;
    if (misdeed == "compile-error") options.define("BREAK_COMPILATION", 1);
    if (misdeed == "write-after") options.define("WRITE_AFTER", 1);
    return options;
  }

  void run() override {
    const Phase phase(host_, "kernel");
    const auto n = static_cast<std::int32_t>(y_.size());
    const std::size_t global = (y_.size() + 63) / 64 * 64;
    kernel_.launch<1>({global}, {64}, device_x_, device_y_, a_, n);
  }
  void outputs() override { device_y_.read(y_); }

 private:
  Host host_;
  float a_;
  std::span<float> y_;
  Buffer<float> device_x_;
  Buffer<float> device_y_;
  Program program_;
  Kernel kernel_;
};

void compile(const Task& task) {
  static_cast<void>(Program(task.host(), {&source, 1}, Scale::options(task)));
}

}  // namespace

void describe_misbehaving_opencl(Plugin& plugin) {
  plugin.variant(
      {.name = "misbehaving.opencl",
       .problem = "test/scale",
       .doc = "The same on a device, in float.",
       .backend = ASSAY_OPENCL,
       .parameters = {{"misdeed", "What to do.", {"none", "compile-error", "write-after"}}},
       .prepare = prepare_as<Scale>,
       .compile = compile});
}
