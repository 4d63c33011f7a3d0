#include "sparse_grid/accelerator/subspace_linear.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
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
        walk(backend == ASSAY_CUDA ? configuration.text("walk") : "own"),
        z_ordered(configuration.text("data_order") == "z-order"),
        accumulation(transposed ? configuration.text("accumulation") : "private"),
        copies(transposed ? configuration.size("copies") : 1) {}

  [[nodiscard]] bool atomic() const { return accumulation != "private"; }

  bool cached;
  std::string walk;
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
      .define("TOGETHER", settings.walk == "own" ? 0 : (settings.walk == "warp" ? 1 : 2))
      .define("SUMS", settings.accumulation == "merged" ? 2 : (settings.atomic() ? 1 : 0))
      .define("TRANSPOSED", transposed ? 1 : 0);
  return {build(device, kernels::subspace_linear_kernel, options),
          build(device, kernels::subgrids_kernel, list_options)};
}

template <class Real>
SubgridCosts subgrid_costs(std::size_t dimensions, const Settings& settings) {
  return {.slot = static_cast<double>(settings.copies * sizeof(Real)),
          .subgrid = static_cast<double>(4 * dimensions + 20),
          .point = 8};
}

// What does not depend on the grid; coefficients and results included.
template <class Real>
Memory memory_of_data(const Shapes& shapes, const Settings& settings) {
  const auto stride = static_cast<double>(round_up(shapes.data_points, settings.group_points()));
  const double columns = static_cast<double>(shapes.dimensions * sizeof(Real)) * stride;
  return {columns, columns + (4 + sizeof(Real)) * stride +
                       static_cast<double>(shapes.grid_points * sizeof(Real))};
}

// What both operators keep on the device: the data in its order and the list of subgrids.
template <class Real>
struct Walk {
  Walk(const Device& device, const Inputs<Real>& inputs, const LevelVectors& vectors,
       const Settings& settings)
      : stride(round_up(inputs.data_points, settings.group_points())),
        items(stride / settings.points) {
    const auto list =
        timed(device, &Preparation::grid_layout, [&] { return Subgrids(inputs.grid, vectors); });
    const SubgridCosts costs = subgrid_costs<Real>(inputs.dimensions, settings);
    const double full_bytes = static_cast<double>(list.slot_count) * costs.slot;
    const Memory data_memory = memory_of_data<Real>(inputs, settings);
    require_device_memory(
        device, {std::max(data_memory.largest, full_bytes),
                 data_memory.total + full_bytes + static_cast<double>(list.size()) * costs.subgrid +
                     static_cast<double>(inputs.grid_points) * costs.point});
    const auto& host = device.host;
    subgrids = static_cast<std::uint32_t>(list.size());
    slot_count = list.slot_count;
    full = {host, settings.copies * slot_count};
    // Beside all else that is prepared.
    const auto beside = sdk::create_queue(host);
    host.wait(beside.get(), nullptr);
    full.fill(std::numeric_limits<Real>::quiet_NaN(), beside.get());
    lay_out_data(device, inputs, settings.z_ordered);
    timed(device, &Preparation::upload, [&] {
      shifts = {host, list.shifts};
      offsets = {host, list.offsets};
      skips = {host, list.skips};
      changes = {host, list.changes};
      slots = {host, list.slots};
      host.finish(beside.get());
    });
    host.trial_fact("subgrids", subgrids);
    host.trial_fact("subgrid_bytes", full_bytes, "B");
  }

  void lay_out_data(const Device& device, const Inputs<Real>& inputs, bool z_ordered) {
    const auto arrays = timed(device, &Preparation::data_layout, [&] {
      auto points =
          z_ordered ? z_order(inputs.data, inputs.dimensions) : given_order(inputs.data_points);
      auto values = by_dimension<Real>(inputs.data, inputs.dimensions, points, stride);
      return std::pair(padded(std::move(points), stride), std::move(values));
    });
    timed(device, &Preparation::upload, [&] {
      order = {device.host, arrays.first};
      data = {device.host, arrays.second};
    });
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
  SubspaceEval(const Device& device, const Inputs<Real>& inputs, const LevelVectors& vectors,
               const Settings& settings)
      : Operator<Real>(inputs, false),
        host_(device.host),
        settings_(settings),
        walk_(device, inputs, vectors, settings) {
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
  SubspaceTransposed(const Device& device, const Inputs<Real>& inputs, const LevelVectors& vectors,
                     const Settings& settings)
      : Operator<Real>(inputs, true),
        host_(device.host),
        settings_(settings),
        walk_(device, inputs, vectors, settings) {
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

}  // namespace

template <class Real>
std::unique_ptr<Operator<Real>> SubspaceLinear::create(const Device& device,
                                                       const Inputs<Real>& inputs,
                                                       const LevelVectors& vectors,
                                                       const Configuration& configuration,
                                                       bool transposed) {
  const Settings settings(configuration, device.backend, transposed);
  if (transposed) {
    return std::make_unique<SubspaceTransposed<Real>>(device, inputs, vectors, settings);
  }
  return std::make_unique<SubspaceEval<Real>>(device, inputs, vectors, settings);
}
template std::unique_ptr<Operator<float>> SubspaceLinear::create(const Device&,
                                                                 const Inputs<float>&,
                                                                 const LevelVectors&,
                                                                 const Configuration&, bool);
template std::unique_ptr<Operator<double>> SubspaceLinear::create(const Device&,
                                                                  const Inputs<double>&,
                                                                  const LevelVectors&,
                                                                  const Configuration&, bool);

template <class Real>
SubgridCosts SubspaceLinear::costs(std::size_t dimensions, const Configuration& configuration,
                                   assay_backend backend, bool transposed) {
  return subgrid_costs<Real>(dimensions, Settings(configuration, backend, transposed));
}
template SubgridCosts SubspaceLinear::costs<float>(std::size_t, const Configuration&, assay_backend,
                                                   bool);
template SubgridCosts SubspaceLinear::costs<double>(std::size_t, const Configuration&,
                                                    assay_backend, bool);

template <class Real>
Memory SubspaceLinear::memory_beside(const Shapes& shapes, const Configuration& configuration,
                                     assay_backend backend, bool transposed) {
  return memory_of_data<Real>(shapes, Settings(configuration, backend, transposed));
}
template Memory SubspaceLinear::memory_beside<float>(const Shapes&, const Configuration&,
                                                     assay_backend, bool);
template Memory SubspaceLinear::memory_beside<double>(const Shapes&, const Configuration&,
                                                      assay_backend, bool);

void SubspaceLinear::compile(const Device& device, std::size_t dimensions, bool is_double,
                             const Configuration& configuration, bool transposed) {
  const Settings settings(configuration, device.backend, transposed);
  build_programs(device, dimensions, is_double, settings, transposed);
}

}  // namespace sparse_grid::accelerator
