#include "sparse_grid/accelerator/subspace_linear.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernels.hpp"
#include "sparse_grid/accelerator/backend.hpp"
#include "sparse_grid/accelerator/layout.hpp"
#include "sparse_grid/accelerator/subgrids.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t list_group_size = 64;  // of the kernels that walk the list of grid points

struct Settings : Items {
  Settings(const Configuration& configuration, assay_backend backend, bool transposed)
      : Items(configuration, backend),
        cached(configuration.boolean("cache")),
        together(backend == ASSAY_CUDA && configuration.text("walk") == "warp"),
        z_ordered(configuration.text("data_order") == "z-order"),
        accumulation(transposed ? configuration.text("accumulation") : "private"),
        copies(transposed ? configuration.size("copies") : 1) {}

  [[nodiscard]] bool atomic() const { return accumulation != "private"; }

  bool cached;
  bool together;  // the items of a warp
  bool z_ordered;
  std::string accumulation;
  std::size_t copies;  // of the sums: one for each work item, or shared by work groups in turn
};

struct Programs {
  sdk::Program subspaces;
  sdk::Program list;
};

Programs build_programs(const Device& device, std::size_t dimensions, bool is_double,
                        const Settings& settings, bool transposed) {
  if (settings.atomic() && is_double && device.backend == ASSAY_OPENCL &&
      device.host.device_fact("has_int64_atomics") == 0) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     "the device has no 64-bit atomics (cl_khr_int64_base_atomics): use "
                     "accumulation = \"private\"");
  }
  auto list_options = dialect_options(device, is_double, 1);
  auto options = dialect_options(device, is_double, settings.width);
  list_options.define("WORK_GROUP_SIZE", static_cast<std::int64_t>(list_group_size));
  options.define("DIMENSIONS", static_cast<std::int64_t>(dimensions))
      .define("WORK_GROUP_SIZE", static_cast<std::int64_t>(settings.work_group_size))
      .define("VECTORS", static_cast<std::int64_t>(settings.vectors()))
      .define("CACHED", settings.cached ? 1 : 0)
      .define("TOGETHER", settings.together ? 1 : 0)
      .define("SUMS", settings.accumulation == "merged" ? 2 : (settings.atomic() ? 1 : 0))
      .define("TRANSPOSED", transposed ? 1 : 0);
  return {build(device, kernels::subspace_linear_kernel, options),
          build(device, kernels::subgrids_kernel, list_options)};
}

// What both operators keep on the device: the data in its order and the list of subgrids.
template <class Real>
struct Walk {
  Walk(const Device& device, const Inputs<Real>& inputs, const Settings& settings)
      : stride(round_up(inputs.data_points, settings.group_points())),
        items(stride / settings.points) {
    const Subgrids list(inputs.levels, inputs.indices, inputs.dimensions);
    const double real = sizeof(Real);
    const double data_bytes = static_cast<double>(inputs.dimensions * stride) * real;
    const double full_bytes =
        static_cast<double>(settings.copies) * static_cast<double>(list.slot_count) * real;
    require_device_memory(device, std::max(data_bytes, full_bytes),
                          data_bytes + full_bytes + 12.0 * static_cast<double>(stride) +
                              16.0 * static_cast<double>(inputs.grid_points) +
                              static_cast<double>(list.size() * (4 * inputs.dimensions + 20)));
    const auto& host = device.host;
    const auto sorted = settings.z_ordered ? z_order(inputs.data, inputs.dimensions)
                                           : given_order(inputs.data_points);
    data = {host, by_dimension<Real>(inputs.data, inputs.dimensions, sorted, stride)};
    order = {host, padded(sorted, stride)};
    subgrids = static_cast<std::uint32_t>(list.size());
    slot_count = list.slot_count;
    shifts = {host, list.shifts};
    offsets = {host, list.offsets};
    skips = {host, list.skips};
    changes = {host, list.changes};
    slots = {host, list.slots};
    full = {host, settings.copies * slot_count};
    full.fill(std::numeric_limits<Real>::quiet_NaN());
    host.trial_fact("subgrids", subgrids);
    host.trial_fact("subgrid_bytes", full_bytes, "B");
  }

  std::size_t stride;  // data points with padding
  std::size_t items;   // work items that hold them all
  std::uint32_t subgrids;
  std::uint64_t slot_count;
  sdk::Buffer<Real> data;
  sdk::Buffer<std::uint32_t> order;
  sdk::Buffer<std::uint32_t> shifts;
  sdk::Buffer<std::uint64_t> offsets;
  sdk::Buffer<std::uint32_t> skips;
  sdk::Buffer<std::uint32_t> changes;
  sdk::Buffer<std::uint64_t> slots;
  // [copies][slot_count]; NaN where the grid has no point. Those marks depend on the grid alone and
  // stay.
  sdk::Buffer<Real> full;
};

// v = B^T alpha
template <class Real>
class SubspaceEval : public Operator<Real> {
 public:
  SubspaceEval(const Device& device, const Inputs<Real>& inputs, const Settings& settings)
      : Operator<Real>(inputs, false),
        host_(device.host),
        settings_(settings),
        walk_(device, inputs, settings) {
    const auto programs =
        build_programs(device, inputs.dimensions, sizeof(Real) == 8, settings, false);
    scatter_ = programs.list.kernel("scatter");
    kernel_ = programs.subspaces.kernel("multi_eval");
  }

  void initialise(assay_queue* /*queue*/) override {}

 private:
  void do_apply(const sdk::Buffer<Real>& surpluses, sdk::Buffer<Real>& values,
                assay_queue* queue) override {
    {
      const sdk::Phase phase(host_, "initialise");
      launch_items(queue, scatter_, surpluses.size(), list_group_size, walk_.slots, surpluses,
                   static_cast<std::uint32_t>(surpluses.size()), walk_.full);
    }
    const sdk::Phase phase(host_, "kernel");
    launch_items(queue, kernel_, walk_.items, settings_.work_group_size, walk_.data,
                 static_cast<std::uint32_t>(walk_.stride), walk_.order, walk_.shifts, walk_.offsets,
                 walk_.skips, walk_.changes, walk_.subgrids, walk_.full, values);
  }

  sdk::Host host_;
  Settings settings_;
  Walk<Real> walk_;
  sdk::Kernel scatter_;
  sdk::Kernel kernel_;
};

// v' = B v
template <class Real>
class SubspaceTransposed : public Operator<Real> {
 public:
  SubspaceTransposed(const Device& device, const Inputs<Real>& inputs, const Settings& settings)
      : Operator<Real>(inputs, true),
        host_(device.host),
        settings_(settings),
        walk_(device, inputs, settings) {
    const auto programs =
        build_programs(device, inputs.dimensions, sizeof(Real) == 8, settings, true);
    scatter_zeros_ = programs.list.kernel("scatter_zeros");
    gather_ = programs.list.kernel("gather");
    kernel_ = programs.subspaces.kernel("multi_eval_transposed");
  }

  void initialise(assay_queue* queue) override {
    const sdk::Phase phase(host_, "initialise");
    launch_items(queue, scatter_zeros_, points(), list_group_size, walk_.slots, points(), copies(),
                 walk_.slot_count, walk_.full);
  }

 private:
  void do_apply(const sdk::Buffer<Real>& weights, sdk::Buffer<Real>& sums,
                assay_queue* queue) override {
    const sdk::Phase phase(host_, "kernel");
    const std::size_t items = settings_.atomic() ? walk_.items : settings_.copies;
    launch_items(queue, kernel_, items, settings_.work_group_size, walk_.data,
                 static_cast<std::uint32_t>(walk_.stride), walk_.order, walk_.shifts, walk_.offsets,
                 walk_.skips, walk_.changes, walk_.subgrids, weights,
                 static_cast<std::uint32_t>(walk_.items), static_cast<std::uint32_t>(items),
                 copies(), walk_.slot_count, walk_.full);
    launch_items(queue, gather_, points(), list_group_size, walk_.slots, points(), copies(),
                 walk_.slot_count, walk_.full, sums);
  }

  [[nodiscard]] std::uint32_t points() const {
    return static_cast<std::uint32_t>(this->shapes().grid_points);
  }
  [[nodiscard]] std::uint32_t copies() const {
    return static_cast<std::uint32_t>(settings_.copies);
  }

  sdk::Host host_;
  Settings settings_;
  Walk<Real> walk_;
  sdk::Kernel scatter_zeros_;
  sdk::Kernel gather_;
  sdk::Kernel kernel_;
};

ParameterSet common(assay_backend backend) {
  const bool cuda = backend == ASSAY_CUDA;
  ParameterSet set;
  add_work_group_size(set, backend);
  add_points_per_item(set, backend, "Neighbouring data points of a work item, which walk together.",
                      {1, 2, 3, 4, 5, 6, 7, 8, 16, 32}, cuda ? 2 : 1);
  set.parameters.push_back(
      {"cache",
       "Keep slot and product of the leading dimensions whose level is unchanged.",
       {true, false}});
  if (cuda) {
    set.parameters.push_back({"walk",
                              "Work items skip subgrids each for itself, or those of a warp "
                              "together, by vote.",
                              {"own", "warp"},
                              "warp"});
  }
  set.parameters.push_back({"data_order",
                            "Data points as given, or along a Z-order curve.",
                            {"given", "z-order"},
                            cuda ? "z-order" : "given"});
  return set;
}

void add_accumulation(ParameterSet& set, assay_backend backend) {
  const bool cuda = backend == ASSAY_CUDA;
  sdk::Parameter accumulation{
      "accumulation",
      "atomic: work groups share copies of the sums, by atomic additions (OpenCL: compare and "
      "swap); private: as many work items as copies, each with its own; merged (CUDA): atomic, "
      "after neighbours have added up what goes to the same sum.",
      {"private", "atomic"},
      cuda ? "merged" : "private"};
  if (cuda) {
    accumulation.values.emplace_back("merged");
    set.constraints.push_back({"accumulation != 'merged' or walk == 'warp'",
                               "only items that are at the same subgrid can merge"});
  }
  set.parameters.push_back(std::move(accumulation));
  set.parameters.push_back({"copies", "Copies of the sums, added in the end.",
                            sdk::powers_of_two(1, 4096), cuda ? 8 : 64});
  set.constraints.push_back({"accumulation != 'private' or work_group_size <= copies",
                             "a work item without a copy of its own would have nothing to do"});
  if (!cuda) {
    set.constraints.push_back(
        {"accumulation == 'private' or precision == 'float' or has_int64_atomics == 1",
         "the device has no 64-bit atomics"});
  }
}

}  // namespace

std::string SubspaceLinear::doc(bool transposed) {
  return transposed ? "One basis function of each full subgrid (Algorithm 3.5)."
                    : "One basis function of each full subgrid (Algorithm 3.4).";
}

ParameterSet SubspaceLinear::parameters(assay_backend backend, bool transposed) {
  auto set = common(backend);
  if (transposed) add_accumulation(set, backend);
  return set;
}

template <class Real>
std::unique_ptr<Operator<Real>> SubspaceLinear::create(const Device& device,
                                                       const Inputs<Real>& inputs,
                                                       const Configuration& configuration,
                                                       bool transposed) {
  const Settings settings(configuration, device.backend, transposed);
  if (transposed) return std::make_unique<SubspaceTransposed<Real>>(device, inputs, settings);
  return std::make_unique<SubspaceEval<Real>>(device, inputs, settings);
}
template std::unique_ptr<Operator<float>> SubspaceLinear::create(const Device&,
                                                                 const Inputs<float>&,
                                                                 const Configuration&, bool);
template std::unique_ptr<Operator<double>> SubspaceLinear::create(const Device&,
                                                                  const Inputs<double>&,
                                                                  const Configuration&, bool);

void SubspaceLinear::compile(const Device& device, std::size_t dimensions, bool is_double,
                             const Configuration& configuration, bool transposed) {
  const Settings settings(configuration, device.backend, transposed);
  build_programs(device, dimensions, is_double, settings, transposed);
}

}  // namespace sparse_grid::accelerator
