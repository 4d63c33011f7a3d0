#include <algorithm>
#include <vector>

#include "misbehaving.hpp"

namespace {

using namespace assay::sdk;

constexpr assay_source source{"test/scale.cl", R"(
#ifdef BREAK_COMPILATION
this does not compile
#endif
__kernel void scale(__global const float* x, __global float* y, const float a, const int n,
                    const int runs) {
  const int k = get_global_id(0);
  if (k >= n) return;
#ifdef IDLE_LATER
  if (runs <= 3)
#endif
    y[k] = a * x[k];
#ifdef WRITE_INPUT
  if (k == 5) ((__global float*)x)[k] += 1;
#endif
#ifdef WRONG_FIFTH
  if (k == 5 && runs % 5 == 0) y[k] += 1;
#endif
#ifdef WRITE_AFTER
  if (k == 0) y[n] = 1;
#endif
}
)"};

class Scale : public Trial {
 public:
  explicit Scale(const Task& task)
      : host_(task.host()),
        restores_(task.configuration().text("misdeed") == "write-input-restored"),
        a_(elements<float>(task.input("a")).front()),
        x_(elements<float>(task.input("x"))),
        y_(elements<float>(task.output("y"))),
        device_x_(host_, x_),
        device_y_(host_, y_.size()),
        program_(host_, {&source, 1}, options(task)),
        kernel_(program_.kernel("scale")) {}

  static CompileOptions options(const Task& task) {
    const std::string misdeed = task.configuration().text("misdeed");
    CompileOptions options;
    if (misdeed == "compile-error") options.define("BREAK_COMPILATION", 1);
    if (misdeed == "write-after") options.define("WRITE_AFTER", 1);
    if (misdeed.starts_with("write-input")) options.define("WRITE_INPUT", 1);
    if (misdeed == "wrong-fifth") options.define("WRONG_FIFTH", 1);
    if (misdeed == "idle-later") options.define("IDLE_LATER", 1);
    return options;
  }

  void restore() override {
    if (restores_) device_x_.write(x_);
  }
  void run() override {
    const Phase phase(host_, "kernel");
    const auto n = static_cast<std::int32_t>(y_.size());
    const std::size_t global = (y_.size() + 63) / 64 * 64;
    kernel_.launch<1>({global}, {64}, device_x_, device_y_, a_, n, ++runs_);
  }
  void outputs() override { device_y_.read(y_); }

 private:
  Host host_;
  bool restores_;
  std::int32_t runs_ = 0;
  float a_;
  std::span<const float> x_;
  std::span<float> y_;
  Buffer<float> device_x_;
  Buffer<float> device_y_;
  Program program_;
  Kernel kernel_;
};

// A right variant with page-locked memory, copies that only enqueue, and queues that wait for each
// other.
class AsyncScale : public Trial {
 public:
  explicit AsyncScale(const Task& task)
      : host_(task.host()),
        a_(elements<float>(task.input("a")).front()),
        x_(elements<float>(task.input("x"))),
        y_(elements<float>(task.output("y"))),
        host_x_(host_, x_.size()),
        host_y_(host_, y_.size()),
        device_x_(host_, x_.size()),
        device_y_(host_, y_.size()),
        program_(host_, {&source, 1}, Scale::options(task)),
        kernel_(program_.kernel("scale")),
        copies_(create_queue(host_)) {
    std::ranges::copy(x_, host_x_.begin());
  }

  void run() override {
    const auto n = static_cast<std::int32_t>(y_.size());
    const std::size_t global = (y_.size() + 63) / 64 * 64;
    device_x_.write_async({host_x_.data(), host_x_.size()}, 0, copies_.get());
    host_.wait(nullptr, copies_.get());
    kernel_.launch<1>({global}, {64}, device_x_, device_y_, a_, n, 0);
    host_.wait(copies_.get(), nullptr);
    device_y_.read_async({host_y_.data(), host_y_.size()}, 0, copies_.get());
  }
  void outputs() override {
    host_.finish(copies_.get());
    std::ranges::copy(host_y_, y_.begin());
  }

 private:
  Host host_;
  float a_;
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

// A right variant that computes each half on a device of its own.
class TwoDevices : public Trial {
 public:
  explicit TwoDevices(const Task& task) : host_(task.host()) {
    const auto x = elements<float>(task.input("x"));
    const auto y = elements<float>(task.output("y"));
    const std::size_t half = x.size() / 2;
    const float a = elements<float>(task.input("a")).front();
    halves_.emplace_back(host_, task, a, x.first(half), y.first(half));
    halves_.emplace_back(host_.sibling(1), task, a, x.subspan(half), y.subspan(half));
  }

  void run() override {
    const Phase phase(host_, "kernel");
    for (auto& half : halves_) half.run();
  }
  void outputs() override {
    for (auto& half : halves_) half.y.read(half.result);
  }

 private:
  struct Half {
    Half(const Host& host, const Task& task, float factor, std::span<const float> from,
         std::span<float> to)
        : a(factor),
          result(to),
          x(host, from),
          y(host, to.size()),
          kernel(Program(host, {&source, 1}, Scale::options(task)).kernel("scale")) {}

    void run() const {
      kernel.launch<1>({(result.size() + 63) / 64 * 64}, {64}, x, y, a,
                       static_cast<std::int32_t>(result.size()), 0);
    }

    float a;
    std::span<float> result;
    Buffer<float> x;
    Buffer<float> y;
    Kernel kernel;
  };

  Host host_;
  std::vector<Half> halves_;
};

std::unique_ptr<Trial> prepare(const Task& task) {
  if (task.configuration().text("misdeed") == "two-devices") return prepare_as<TwoDevices>(task);
  if (task.configuration().text("misdeed") == "async") return prepare_as<AsyncScale>(task);
  return prepare_as<Scale>(task);
}

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
       .parameters = {{"misdeed",
                       "What to do.",
                       {"none", "async", "two-devices", "compile-error", "write-after",
                        "write-input", "write-input-restored", "wrong-fifth", "idle-later"}}},
       .prepare = prepare,
       .compile = compile});
}
