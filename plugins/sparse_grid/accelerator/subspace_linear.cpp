#include "sparse_grid/accelerator/subspace_linear.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "sparse_grid/accelerator/backend.hpp"
#include "sparse_grid/accelerator/ordered_data.hpp"
#include "sparse_grid/accelerator/subgrids.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t list_group_size = 64;  // for the kernels that walk the list of grid points

struct LinearSettings : Items {
  LinearSettings(const Configuration& configuration, assay_backend backend, bool transposed)
      : Items(configuration, backend),
        cached(configuration.boolean("cache")),
        walk(backend == ASSAY_CUDA ? configuration.text("walk") : "own"),
        curve(curve_named(configuration.text("data_order"))),
        accumulation(transposed ? configuration.text("accumulation") : "private"),
        copies(transposed ? configuration.size("copies") : 1) {}

  [[nodiscard]] bool atomic() const { return accumulation != "private"; }

  bool cached;
  std::string walk;
  Curve curve;
  std::string accumulation;
  std::size_t copies;  // of the sums: one for each work item, or shared by work groups in turn
};

struct Programs {
  sdk::Program subspaces;
  sdk::Program list;
};

Programs build_programs(const Device& device, std::size_t dimensions, bool is_double,
                        const LinearSettings& settings, bool transposed) {
  if (settings.atomic() && is_double && device.backend == ASSAY_OPENCL &&
      device.host.device_fact("has_int64_atomics") == 0) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     "the device has no 64-bit atomics (cl_khr_int64_base_atomics): use "
                     "accumulation = \"private\"");
  }
  auto list_options = dialect_options(device, is_double);
  auto options = dialect_options(device, is_double, settings.width);
  list_options.define("WORK_GROUP_SIZE", list_group_size);
  options.define("DIMENSIONS", dimensions)
      .define("WORK_GROUP_SIZE", settings.work_group_size)
      .define("VECTORS", settings.vectors())
      .define("CACHED", settings.cached ? 1 : 0)
      .define("TOGETHER", settings.walk == "own" ? 0 : (settings.walk == "warp" ? 1 : 2))
      .define("SUMS", settings.accumulation == "merged" ? 2 : (settings.atomic() ? 1 : 0))
      .define("TRANSPOSED", transposed ? 1 : 0);
  return {sdk::build(device.host, "sparse_grid/subspace_linear.kernel", options),
          sdk::build(device.host, "sparse_grid/subgrids.kernel", list_options)};
}

template <class Real>
SubgridCosts subgrid_costs(std::size_t dimensions, const LinearSettings& settings) {
  return {.slot = static_cast<double>(settings.copies * sizeof(Real)),
          .subgrid = static_cast<double>(4 * dimensions + 20),
          .point = 8};
}

// The memory that does not depend on the grid, including coefficients and results.
template <class Real>
MemoryNeed memory_of_data(const Shapes& shapes, const LinearSettings& settings) {
  const std::size_t stride = rounded_up(shapes.data_points, settings.group_points());
  const MemoryNeed data = OrderedData<Real>::memory(shapes, stride);
  return {data.largest,
          data.total + static_cast<double>(sizeof(Real) * (stride + shapes.grid_points))};
}

// The list of subgrids on the device, and room for all of them.
template <class Real>
struct SubgridBuffers {
  SubgridBuffers(const Device& device, const Subgrids& list, std::size_t copies)
      : subgrids(static_cast<std::uint32_t>(list.size())), slot_count(list.slot_count) {
    timed(device, &Preparation::upload, [&] {
      const auto& host = device.host;
      shifts = {host, list.shifts};
      offsets = {host, list.offsets};
      skips = {host, list.skips};
      changes = {host, list.changes};
      slots = {host, list.slots};
      full = {host, copies * slot_count};
      full.fill(std::numeric_limits<Real>::quiet_NaN());
    });
  }

  std::uint32_t subgrids;
  std::uint64_t slot_count;
  sdk::Buffer<std::uint32_t> shifts;
  sdk::Buffer<std::uint64_t> offsets;
  sdk::Buffer<std::uint32_t> skips;
  sdk::Buffer<std::uint32_t> changes;
  sdk::Buffer<std::uint64_t> slots;
  // [copies][slot_count]; NaN where the grid has no point. The NaNs depend only on the grid and
  // stay. They are set while the host sorts the data.
  sdk::Buffer<Real> full;
};

// Makes the list of subgrids, after checking that there is memory for all data that goes with it.
template <class Real>
Subgrids fitting_subgrids(const Device& device, const Inputs<Real>& inputs,
                          const LevelVectors& vectors, const LinearSettings& settings) {
  auto list =
      timed(device, &Preparation::grid_layout, [&] { return Subgrids(inputs.grid, vectors); });
  const SubgridCosts costs = subgrid_costs<Real>(inputs.dimensions, settings);
  const double full_bytes = static_cast<double>(list.slot_count) * costs.slot;
  const MemoryNeed beside = memory_of_data<Real>(inputs, settings);
  require_device_memory(
      device, {std::max(beside.largest, full_bytes),
               beside.total + full_bytes + static_cast<double>(list.size()) * costs.subgrid +
                   static_cast<double>(inputs.grid_points) * costs.point});
  device.host.trial_fact("subgrids", static_cast<double>(list.size()));
  device.host.trial_fact("subgrid_bytes", full_bytes, "B");
  return list;
}

// The data that both operators keep on the device.
template <class Real>
struct SubspaceWalk {
  SubspaceWalk(const Device& device, const Inputs<Real>& inputs, const LevelVectors& vectors,
               const LinearSettings& settings)
      : list(device, fitting_subgrids(device, inputs, vectors, settings), settings.copies),
        data(device, inputs, along(settings.curve, inputs.dimensions),
             rounded_up(inputs.data_points, settings.group_points())),
        items(data.stride / settings.points) {}

  SubgridBuffers<Real> list;
  OrderedData<Real> data;
  std::size_t items;  // work items that hold all data points
};

// v = B^T alpha
template <class Real>
class SubspaceEval : public WholeOperator<Real> {
 public:
  SubspaceEval(const Device& device, const Inputs<Real>& inputs, const LevelVectors& vectors,
               const LinearSettings& settings)
      : WholeOperator<Real>(inputs, false),
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
      launch_items(queue, scatter_, surpluses.size(), list_group_size, walk_.list.slots, surpluses,
                   static_cast<std::uint32_t>(surpluses.size()), walk_.list.full);
    }
    const sdk::Phase phase(host_, "kernel");
    launch_items(queue, kernel_, walk_.items, settings_.work_group_size, walk_.data.columns,
                 static_cast<std::uint32_t>(walk_.data.stride), walk_.data.order, walk_.list.shifts,
                 walk_.list.offsets, walk_.list.skips, walk_.list.changes, walk_.list.subgrids,
                 walk_.list.full, values);
  }

  sdk::Host host_;
  LinearSettings settings_;
  SubspaceWalk<Real> walk_;
  sdk::Kernel scatter_;
  sdk::Kernel kernel_;
};

// v' = B v
template <class Real>
class SubspaceTransposed : public WholeOperator<Real> {
 public:
  SubspaceTransposed(const Device& device, const Inputs<Real>& inputs, const LevelVectors& vectors,
                     const LinearSettings& settings)
      : WholeOperator<Real>(inputs, true),
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
    launch_items(queue, scatter_zeros_, points(), list_group_size, walk_.list.slots, points(),
                 copies(), walk_.list.slot_count, walk_.list.full);
  }

 private:
  void do_apply(const sdk::Buffer<Real>& weights, sdk::Buffer<Real>& sums,
                assay_queue* queue) override {
    const sdk::Phase phase(host_, "kernel");
    const std::size_t items = settings_.atomic() ? walk_.items : settings_.copies;
    launch_items(queue, kernel_, items, settings_.work_group_size, walk_.data.columns,
                 static_cast<std::uint32_t>(walk_.data.stride), walk_.data.order, walk_.list.shifts,
                 walk_.list.offsets, walk_.list.skips, walk_.list.changes, walk_.list.subgrids,
                 weights, static_cast<std::uint32_t>(walk_.items),
                 static_cast<std::uint32_t>(items), copies(), walk_.list.slot_count,
                 walk_.list.full);
    launch_items(queue, gather_, points(), list_group_size, walk_.list.slots, points(), copies(),
                 walk_.list.slot_count, walk_.list.full, sums);
  }

  [[nodiscard]] std::uint32_t points() const {
    return static_cast<std::uint32_t>(this->shapes().grid_points);
  }
  [[nodiscard]] std::uint32_t copies() const {
    return static_cast<std::uint32_t>(settings_.copies);
  }

  sdk::Host host_;
  LinearSettings settings_;
  SubspaceWalk<Real> walk_;
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
  const LinearSettings settings(configuration, device.backend, transposed);
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
  return subgrid_costs<Real>(dimensions, LinearSettings(configuration, backend, transposed));
}
template SubgridCosts SubspaceLinear::costs<float>(std::size_t, const Configuration&, assay_backend,
                                                   bool);
template SubgridCosts SubspaceLinear::costs<double>(std::size_t, const Configuration&,
                                                    assay_backend, bool);

template <class Real>
MemoryNeed SubspaceLinear::memory_beside(const Shapes& shapes, const Configuration& configuration,
                                         assay_backend backend, bool transposed) {
  return memory_of_data<Real>(shapes, LinearSettings(configuration, backend, transposed));
}
template MemoryNeed SubspaceLinear::memory_beside<float>(const Shapes&, const Configuration&,
                                                         assay_backend, bool);
template MemoryNeed SubspaceLinear::memory_beside<double>(const Shapes&, const Configuration&,
                                                          assay_backend, bool);

void SubspaceLinear::compile(const Device& device, std::size_t dimensions, bool is_double,
                             const Configuration& configuration, bool transposed) {
  const LinearSettings settings(configuration, device.backend, transposed);
  build_programs(device, dimensions, is_double, settings, transposed);
  compile_ordered_data(device, is_double);
}

}  // namespace sparse_grid::accelerator
