// global-atomics and local for OpenCL and CUDA: kernels that walk over the numbers alike.
#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "assay/accelerator.hpp"
#include "assay/embedded_kernels.hpp"
#include "assay/precision.hpp"
#include "histogram/histogram.hpp"

namespace histogram {
namespace {

using namespace assay::sdk;

struct Algorithm {
  std::string name;
  std::string kernel;  // and its file
  std::string doc;
  ParameterSet parameters;
  bool is_local;  // groups count in local memory
};

// How many bins a group counts at a time: all, or as many as local memory holds, which CUDA lets a
// kernel declare up to 48 KiB.
std::size_t section_of(const Algorithm& algorithm, const Task& task) {
  const auto bins = static_cast<std::size_t>(task.output("counts").shape[0]);
  if (!algorithm.is_local) return bins;
  const double bytes = std::min(task.host().device_fact("local_memory_bytes"), 49152.0);
  const std::size_t counters = static_cast<std::size_t>(bytes) / sizeof(std::uint32_t);
  return std::min(bins, counters / task.configuration().size("replicas"));
}

Program build_kernel(const Algorithm& algorithm, const Device& device, const Task& task) {
  const Bindings& configuration = task.configuration();
  auto options = dialect_options(device, is_double(task.input("x")));
  options.define("BINS", task.output("counts").shape[0])
      .define("PACK", configuration.integer("pack"))
      .define("LOADS", configuration.integer("loads"))
      .define("WORK_GROUP_SIZE", configuration.integer("group"));
  if (algorithm.is_local) {
    options.define("SECTION", section_of(algorithm, task))
        .define("REPLICAS", configuration.integer("replicas"));
  }
  return build(device.host, "histogram/" + algorithm.kernel + ".kernel", options);
}

template <class Real>
class DeviceCounting : public Trial {
 public:
  DeviceCounting(const Algorithm& algorithm, const Task& task, const Device& device)
      : host_(device.host),
        bins_(task),
        kernel_(build_kernel(algorithm, device, task)
                    .kernel(("histogram_" + algorithm.kernel).c_str())),
        result_(elements<std::uint32_t>(task.output("counts"))),
        x_(Buffer<Real>::of_input(host_, elements<const Real>(task.input("x")))),
        counts_(host_, result_.size()),
        group_(task.configuration().size("group")),
        steps_(quotient_up(x_.size(), group_ * task.configuration().size("loads") *
                                          task.configuration().size("pack"))),
        sections_(quotient_up(result_.size(), section_of(algorithm, task))) {
    const auto units = static_cast<std::size_t>(host_.device_fact("compute_units"));
    groups_ = std::clamp<std::size_t>(steps_, 1, units * task.configuration().size("groups"));
  }

  void run() override {
    {
      const Phase phase(host_, "clear");
      counts_.fill(0);
    }
    const Phase phase(host_, "count");
    kernel_.template launch<2>({groups_ * group_, sections_}, {group_, 1}, x_,
                               std::uint64_t{x_.size()}, std::uint64_t{steps_},
                               static_cast<std::uint32_t>(groups_), bins_.low, bins_.high,
                               bins_.scale, counts_);
  }
  void outputs() override { counts_.read(result_); }

 private:
  Host host_;
  Bins<Real> bins_;
  Kernel kernel_;
  std::span<std::uint32_t> result_;
  Buffer<Real> x_;
  Buffer<std::uint32_t> counts_;
  std::size_t group_;     // work items
  std::size_t steps_;     // in which groups read the numbers
  std::size_t sections_;  // of the bins
  std::size_t groups_ = 0;
};

ParameterSet walk_parameters() {
  return {
      {{"group", "Work items of a group.", powers_of_two(32, 1024), 256},
       {"groups", "Groups for each compute unit.", powers_of_two(1, 32), 8},
       {"loads", "Loads of an item in a step, all before it uses the first.", powers_of_two(1, 8),
        2},
       {"pack", "Neighbouring numbers that one load reads.", powers_of_two(1, 4), 1}},
      {{"group <= max_work_group_size", "the device allows no larger work group"},
       {"pack * (8 if precision == 'double' else 4) <= 16", "one load reads at most 16 bytes"}}};
}

Algorithm global_atomics() {
  return {"global-atomics", "global_atomics",
          "Every number is an atomic addition to its count in global memory.", walk_parameters(),
          false};
}

Algorithm local() {
  ParameterSet set = walk_parameters();
  set.parameters.push_back({"replicas",
                            "Histograms of a group, which its items take in turn, so that fewer of "
                            "them meet at a counter.",
                            powers_of_two(1, 32), 1});
  set.constraints.push_back(
      {"replicas == 1 or bins * replicas * 4 <= min(local_memory_bytes, 49152)",
       "the replicas of all bins must fit into local memory"});
  return {"local", "local",
          "Groups count in local memory first; bins that it does not hold take further passes over "
          "the numbers.",
          std::move(set), true};
}

}  // namespace

void describe_accelerated(Plugin& plugin) {
  for (const Algorithm& algorithm : {global_atomics(), local()}) {
    for (const assay_backend backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
      auto variant = assay::sdk::describe_accelerated(algorithm.name, "histogram/bins",
                                                      algorithm.doc, backend, algorithm.parameters);
      variant.outputs_are_copies = true;
      variant.prepare = [=](const Task& task) {
        return prepare_by_precision<DeviceCounting>(task.input("x"), algorithm, task,
                                                    Device{task.host(), backend});
      };
      variant.compile = [=](const Task& task) {
        static_cast<void>(build_kernel(algorithm, {task.host(), backend}, task));
      };
      plugin.variant(std::move(variant));
    }
  }
}

}  // namespace histogram
