#include "gemm/accelerator.hpp"

#include <cstdint>
#include <span>
#include <utility>

#include "assay/accelerator.hpp"
#include "assay/embedded_kernels.hpp"

namespace gemm {

using namespace assay::sdk;

namespace {

// The options that all kernels of the family are compiled with.
CompileOptions product_options(const Device& device, const Task& task, const Plan& plan) {
  const Shape shape(task.arguments());
  const bool is_half = task.input("a").element == ASSAY_F16;
  CompileOptions options = dialect_options(device, !is_half && is_double(task.input("a")));
  options.define("HALF", is_half ? 1 : 0)
      .define("WORK_GROUP_SIZE", plan.group_size)
      .define("SPLITS", task.configuration().integer("splits"))
      .define("TRANSPOSE_A", shape.transpose_a ? 1 : 0)
      .define("TRANSPOSE_B", shape.transpose_b ? 1 : 0);
  return options;
}

template <class Real>
class DeviceProduct final : public Trial {
 public:
  DeviceProduct(const Task& task, const Program& program, const Plan& plan)
      : host_(task.host()),
        shape_(task.arguments()),
        plan_(plan),
        splits_(task.configuration().size("splits")),
        multiply_(program.kernel("multiply")),
        result_(elements<Real>(task.output("c"))),
        a_(Buffer<Real>::of_input(host_, elements<const Real>(task.input("a")))),
        b_(Buffer<Real>::of_input(host_, elements<const Real>(task.input("b")))),
        c_(host_, result_.size()) {
    if (splits_ == 1) return;
    add_splits_ = program.kernel("add_splits");
    sums_ = {host_, splits_ * result_.size()};
  }

  void run() override {
    if (splits_ == 1) return multiply(c_);
    multiply(sums_);
    const Phase phase(host_, "add splits");
    launch_items(nullptr, add_splits_, c_.size(), plan_.group_size, sums_, std::uint64_t{c_.size()},
                 c_);
  }
  void outputs() override { c_.read(result_); }

 private:
  // Enqueues the kernel, which puts its results there.
  template <class Result>
  void multiply(const Buffer<Result>& results) const {
    const Phase phase(host_, "multiply");
    const auto count = [](std::size_t size) { return static_cast<std::uint32_t>(size); };
    const std::size_t of_split = rounded_up(quotient_up(shape_.inner, splits_), plan_.inner_step);
    const auto launch = [&](const auto&... more) {
      multiply_.launch<2>({plan_.groups * plan_.group_size, splits_}, {plan_.group_size, 1}, a_, b_,
                          results, count(shape_.batch), count(shape_.rows), count(shape_.columns),
                          count(shape_.inner), count(of_split), more...);
    };
    if (plan_.launch_bytes == 0) return launch();
    launch(LocalMemory{plan_.launch_bytes});
  }

  Host host_;
  Shape shape_;
  Plan plan_;
  std::size_t splits_;
  Kernel multiply_;
  Kernel add_splits_;  // if there are any
  std::span<Real> result_;
  Buffer<Real> a_;
  Buffer<Real> b_;
  Buffer<Real> c_;
  Buffer<SumOf<Real>> sums_;  // [splits, batch, rows, columns]
};

}  // namespace

ParameterSet splits_parameters(const std::string& inner_step) {
  return {
      {{"splits", "Parts of each sum, which groups of their own add up.", powers_of_two(1, 64), 1}},
      {{"splits == 1 or splits * " + inner_step + " <= inner",
        "some groups would have nothing to add up"},
       {"splits == 1 or splits * batch * rows * columns <= 134217728",
        "there are results enough to keep a device busy, and their parts would fill its memory"}}};
}

void describe_algorithm(Plugin& plugin, const Algorithm& algorithm, assay_backend backend) {
  const auto compile = [=](const Task& task, const Plan& plan) {
    const Device device{task.host(), backend};
    CompileOptions options = product_options(device, task, plan);
    algorithm.define(task, options);
    return build(device.host, algorithm.kernel, options);
  };
  auto variant = describe_accelerated(algorithm.name, "gemm/batched", algorithm.doc, backend,
                                      algorithm.parameters);
  variant.outputs_are_copies = true;
  variant.prepare = [=](const Task& task) {
    const Plan plan = algorithm.plan(task);
    return prepare_by_type<DeviceProduct>(task, compile(task, plan), plan);
  };
  variant.compile = [=](const Task& task) {
    static_cast<void>(compile(task, algorithm.plan(task)));
  };
  plugin.variant(std::move(variant));
}

}  // namespace gemm
