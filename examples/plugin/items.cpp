// The variants items.opencl and items.cuda: a work item for several elements, from one source for
// both.
#include <cstdint>
#include <memory>
#include <span>

#include "axpy.hpp"

namespace axpy {
namespace {

using namespace assay::sdk;

Program build_axpy(const Device& device, const Task& task) {
  auto options = dialect_options(device, is_double(task.input("x")));
  options.define("WORK_GROUP_SIZE", task.configuration().integer("work_group_size"));
  return build(device.host, "axpy/axpy.kernel", options);
}

template <class Real>
class Items : public Trial {
 public:
  Items(const Task& task, const Device& device)
      : host_(device.host),
        group_(task.configuration().size("work_group_size")),
        per_item_(task.configuration().size("elements_per_item")),
        kernel_(build_axpy(device, task).kernel("axpy")),
        given_x_(elements<const Real>(task.input("x"))),
        given_y_(elements<const Real>(task.input("y"))),
        a_(task.input("a")),
        wanted_(elements<Real>(task.output("z"))),
        x_(host_, given_x_),
        y_(host_, given_y_),
        z_(host_, wanted_.size()) {}

  void run() override {
    const Phase phase(host_, "kernel");
    const auto count = static_cast<std::uint32_t>(z_.size());
    const std::size_t items = rounded_up(quotient_up(count, per_item_), group_);
    launch_items(nullptr, kernel_, items, group_, x_, y_, elements<const Real>(a_).front(), count,
                 static_cast<std::uint32_t>(items), z_);
  }
  // Called after repetitions that are verified; not timed.
  void outputs() override { z_.read(wanted_); }

 private:
  Host host_;
  std::size_t group_;
  std::size_t per_item_;
  Kernel kernel_;
  std::span<const Real> given_x_;
  std::span<const Real> given_y_;
  const assay_tensor& a_;
  std::span<Real> wanted_;
  Buffer<Real> x_;
  Buffer<Real> y_;
  Buffer<Real> z_;
};

ParameterSet parameters(assay_backend backend) {
  return {{{"work_group_size", "Work items in a group.",
            powers_of_two(backend == ASSAY_CUDA ? 32 : 8, 1024), 256},
           {"elements_per_item", "Elements that an item adds.", {1, 2, 4, 8}}},
          {{"work_group_size <= max_work_group_size", "the device allows no larger work group"}}};
}

}  // namespace

void describe_items(Plugin& plugin) {
  for (const assay_backend backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
    auto variant =
        describe_accelerated("items", "axpy/add", "A work item for some elements, far apart.",
                             backend, parameters(backend));
    variant.prepare = [=](const Task& task) {
      return prepare_by_precision<Items>(task.input("x"), task, Device{task.host(), backend});
    };
    variant.compile = [=](const Task& task) {
      static_cast<void>(build_axpy({task.host(), backend}, task));
    };
    plugin.variant(std::move(variant));
  }
}

}  // namespace axpy
