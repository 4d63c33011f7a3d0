// two-pass and single-pass for OpenCL and CUDA: groups reduce shares of the array, and what they
// found is reduced by a second launch or by the last of them.
#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "assay/accelerator.hpp"
#include "assay/embedded_kernels.hpp"
#include "reduce/reduce.hpp"

namespace reduce {
namespace {

using namespace assay::sdk;

// Elements that a load moves.
std::size_t pack_of(const Task& task) {
  return task.configuration().size("load_bytes") / element_size(task.input("x").element);
}

Program build_kernels(const Device& device, const Task& task) {
  const Bindings& configuration = task.configuration();
  auto options = dialect_options(device, is_double(task.input("x")));
  options.define("MAXIMUM", is_maximum(task) ? 1 : 0)
      .define("WORK_GROUP_SIZE", configuration.integer("work_group_size"))
      .define("LOADS", configuration.integer("loads"))
      .define("PACK", pack_of(task));
  return build(device.host, "reduce/reduce.kernel", options);
}

// As many groups as the configuration wants on each compute unit, but no more than have a tile.
std::size_t groups_for(const Task& task) {
  const Bindings& configuration = task.configuration();
  const std::size_t tile =
      configuration.size("work_group_size") * configuration.size("loads") * pack_of(task);
  const auto length = static_cast<std::size_t>(task.input("x").shape[0]);
  const auto units = static_cast<std::size_t>(task.host().device_fact("compute_units"));
  return std::clamp<std::size_t>(length / tile, 1, configuration.size("groups_per_unit") * units);
}

// What both variants have: the array and what the groups find in it, on the device.
template <class Real>
struct DeviceShares {
  DeviceShares(const Task& task, const Device& device)
      : host(device.host),
        group(task.configuration().size("work_group_size")),
        groups(groups_for(task)),
        output(elements<Real>(task.output("result"))),
        x(Buffer<Real>::of_input(host, elements<const Real>(task.input("x")))),
        of_groups(host, groups),
        result(host, 1) {}

  [[nodiscard]] std::uint64_t length() const { return x.size(); }
  [[nodiscard]] std::uint32_t group_count() const { return static_cast<std::uint32_t>(groups); }

  Host host;
  std::size_t group;  // items of a group
  std::size_t groups;
  std::span<Real> output;
  Buffer<Real> x;
  Buffer<Real> of_groups;
  Buffer<Real> result;
};

template <class Real>
class TwoPass : public Trial {
 public:
  TwoPass(const Task& task, const Device& device)
      : all_(task, device), program_(build_kernels(device, task)) {}

  void run() override {
    {
      const Phase phase(all_.host, "shares");
      shares_.template launch<1>({all_.groups * all_.group}, {all_.group}, all_.x, all_.length(),
                                 all_.group_count(), all_.of_groups);
    }
    const Phase phase(all_.host, "groups");
    groups_.template launch<1>({all_.group}, {all_.group}, all_.of_groups, all_.group_count(),
                               all_.result);
  }
  void outputs() override { all_.result.read(all_.output); }

 private:
  DeviceShares<Real> all_;
  Program program_;
  Kernel shares_ = program_.kernel("reduce_shares");
  Kernel groups_ = program_.kernel("reduce_groups");
};

template <class Real>
class SinglePass : public Trial {
 public:
  SinglePass(const Task& task, const Device& device)
      : all_(task, device),
        kernel_(build_kernels(device, task).kernel("reduce_at_once")),
        finished_(all_.host, 1) {
    finished_.fill(0);
  }

  void run() override {
    const Phase phase(all_.host, "kernel");
    kernel_.template launch<1>({all_.groups * all_.group}, {all_.group}, all_.x, all_.length(),
                               all_.group_count(), all_.of_groups, finished_, all_.result);
  }
  void outputs() override { all_.result.read(all_.output); }

 private:
  DeviceShares<Real> all_;
  Kernel kernel_;
  Buffer<std::uint32_t> finished_;  // groups, in a launch
};

ParameterSet parameters(assay_backend backend) {
  return {
      {{"work_group_size", "Work items in a group.",
        powers_of_two(backend == ASSAY_CUDA ? 32 : 8, 1024), 256},
       {"groups_per_unit", "Groups for each compute unit; each reduces an equal share.",
        powers_of_two(1, 32), 8},
       {"loads", "Loads that an item has in flight.", powers_of_two(1, 8), 4},
       {"load_bytes", "Bytes of a load: one number or several neighbours.", {4, 8, 16}, 16}},
      {{"work_group_size <= max_work_group_size", "the device allows no larger work group"},
       {"load_bytes >= (8 if precision == 'double' else 4)", "a load has at least one number"}}};
}

template <template <class Real> class Method>
void describe(Plugin& plugin, const char* name, const char* doc) {
  for (const assay_backend backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
    auto variant =
        assay::sdk::describe_accelerated(name, "reduce/array", doc, backend, parameters(backend));
    variant.outputs_are_copies = true;
    variant.prepare = [=](const Task& task) {
      return prepare_by_precision<Method>(task.input("x"), task, Device{task.host(), backend});
    };
    variant.compile = [=](const Task& task) {
      static_cast<void>(build_kernels({task.host(), backend}, task));
    };
    plugin.variant(std::move(variant));
  }
}

}  // namespace

void describe_accelerated(Plugin& plugin) {
  describe<TwoPass>(plugin, "two-pass",
                    "Groups reduce shares of the array; a second launch of one group reduces what "
                    "they found.");
  describe<SinglePass>(plugin, "single-pass",
                       "Groups reduce shares of the array; the last to finish reduces what all of "
                       "them found.");
}

}  // namespace reduce
