#include "gemm/device_product.hpp"

#include <utility>

#include "assay/embedded_kernels.hpp"

namespace gemm {

using namespace assay::sdk;

ParameterSet splits_parameters(const std::string& inner_step) {
  return {
      {{"splits", "Parts of each sum, which groups of their own add up.", powers_of_two(1, 64), 1}},
      {{"splits == 1 or splits * " + inner_step + " <= inner",
        "some groups would have nothing to add up"}}};
}

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
DeviceProduct<Real>::DeviceProduct(const Task& task, const Program& program, const Plan& plan)
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

template <class Real>
template <class Result>
void DeviceProduct<Real>::multiply(const Buffer<Result>& results) const {
  const Phase phase(host_, "multiply");
  const std::size_t of_split = rounded_up(quotient_up(shape_.inner, splits_), plan_.inner_step);
  const auto launch = [&](const auto&... more) {
    multiply_.launch<2>(
        {plan_.groups * plan_.group_size, splits_}, {plan_.group_size, 1}, a_, b_, results,
        static_cast<std::uint32_t>(shape_.batch), static_cast<std::uint32_t>(shape_.rows),
        static_cast<std::uint32_t>(shape_.columns), static_cast<std::uint32_t>(shape_.inner),
        static_cast<std::uint32_t>(of_split), more...);
  };
  if (plan_.launch_bytes == 0) return launch();
  launch(LocalMemory{plan_.launch_bytes});
}

template <class Real>
void DeviceProduct<Real>::run() {
  if (splits_ == 1) return multiply(c_);
  multiply(sums_);
  const Phase phase(host_, "add splits");
  launch_items(nullptr, add_splits_, c_.size(), plan_.group_size, sums_, std::uint64_t{c_.size()},
               c_);
}

void describe_algorithm(Plugin& plugin, const Algorithm& algorithm, assay_backend backend) {
  const auto compile = [=](const Task& task, const Plan& plan) {
    const Device device{task.host(), backend};
    CompileOptions options = product_options(device, task, plan);
    algorithm.define(task, options);
    return build(device.host, algorithm.kernel, options);
  };
  ParameterSet parameters = algorithm.parameters;
  auto variant = assay::sdk::describe_accelerated(algorithm.name, "gemm/batched", algorithm.doc,
                                                  backend, std::move(parameters));
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

template class DeviceProduct<Half>;
template class DeviceProduct<float>;
template class DeviceProduct<double>;

}  // namespace gemm
