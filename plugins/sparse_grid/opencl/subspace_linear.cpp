#include "sparse_grid/opencl/subspace_linear.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "kernels.hpp"
#include "sparse_grid/opencl/device.hpp"
#include "sparse_grid/opencl/inputs.hpp"
#include "sparse_grid/opencl/layout.hpp"
#include "sparse_grid/opencl/subgrids.hpp"

namespace sparse_grid::opencl {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t list_group_size = 64;  // of the kernels that walk the list of grid points

struct Settings {
  Settings(const sdk::Task& task, bool transposed)
      : work_group_size(static_cast<std::size_t>(task.configuration().integer("work_group_size"))),
        vector_width(static_cast<std::size_t>(task.configuration().integer("vector_width"))),
        points(static_cast<std::size_t>(task.configuration().integer("points_per_item"))),
        cached(task.configuration().boolean("cache")),
        z_ordered(task.configuration().text("data_order") == "z-order"),
        atomic(transposed && task.configuration().text("accumulation") == "atomic") {}

  std::size_t work_group_size;
  std::size_t vector_width;
  std::size_t points;  // data points of a work item
  bool cached;
  bool z_ordered;
  bool atomic;
};

struct Programs {
  sdk::Program subspaces;
  sdk::Program list;
};

Programs build_programs(const sdk::Task& task, bool transposed) {
  const Settings settings(task, transposed);
  const bool wide = is_double(task);
  if (settings.atomic && wide && task.host().device_fact("has_int64_atomics") == 0) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     "the device has no 64-bit atomics (cl_khr_int64_base_atomics): use "
                     "accumulation = \"private\"");
  }
  auto list_options = dialect_options(task.host(), wide, 1);
  auto options = dialect_options(task.host(), wide, settings.vector_width);
  list_options.define("WORK_GROUP_SIZE", static_cast<std::int64_t>(list_group_size));
  options.define("DIMENSIONS", static_cast<std::int64_t>(read_shapes(task).dimensions))
      .define("WORK_GROUP_SIZE", static_cast<std::int64_t>(settings.work_group_size))
      .define("VECTORS", static_cast<std::int64_t>(settings.points / settings.vector_width))
      .define("CACHED", settings.cached ? 1 : 0)
      .define("ATOMIC", settings.atomic ? 1 : 0)
      .define("TRANSPOSED", transposed ? 1 : 0);
  return {build(task.host(), kernels::subspace_linear_cl, options),
          build(task.host(), kernels::subgrids_cl, list_options)};
}

// What both operators keep on the device: the data in its order and the list of subgrids.
template <class Real>
struct Walk {
  Walk(const sdk::Host& host, const Inputs<Real>& inputs, const Settings& settings,
       std::size_t copies)
      : subgrids(inputs.levels, inputs.indices, inputs.dimensions),
        points(static_cast<std::uint32_t>(inputs.grid_points)),
        stride(round_up(inputs.data_points, settings.work_group_size * settings.points)),
        items(stride / settings.points) {
    const double real = sizeof(Real);
    const double data_bytes = static_cast<double>(inputs.dimensions * stride) * real;
    const double full_bytes =
        static_cast<double>(copies) * static_cast<double>(subgrids.slot_count) * real;
    require_device_memory(host, std::max(data_bytes, full_bytes),
                          data_bytes + full_bytes + 12.0 * static_cast<double>(stride) +
                              16.0 * static_cast<double>(inputs.grid_points) +
                              static_cast<double>(subgrids.size() * (4 * inputs.dimensions + 20)));
    auto sorted = settings.z_ordered ? z_order(inputs.data, inputs.dimensions)
                                     : given_order(inputs.data_points);
    data = {host, by_dimension<Real>(inputs.data, inputs.dimensions, sorted, stride)};
    while (sorted.size() < stride) sorted.push_back(static_cast<std::uint32_t>(sorted.size()));
    order = {host, sorted};
    shifts = {host, subgrids.shifts};
    offsets = {host, subgrids.offsets};
    skips = {host, subgrids.skips};
    changes = {host, subgrids.changes};
    slots = {host, subgrids.slots};
    full = {host, copies * subgrids.slot_count};
    full.fill(std::numeric_limits<Real>::quiet_NaN());
    host.trial_fact("subgrids", static_cast<double>(subgrids.size()));
    host.trial_fact("subgrid_bytes", full_bytes, "B");
  }

  Subgrids subgrids;
  std::uint32_t points;  // of the grid
  std::size_t stride;    // data points with padding
  std::size_t items;     // work items that hold them all
  sdk::Buffer<Real> data;
  sdk::Buffer<std::uint32_t> order;
  sdk::Buffer<std::uint32_t> shifts;
  sdk::Buffer<std::uint64_t> offsets;
  sdk::Buffer<std::uint32_t> skips;
  sdk::Buffer<std::uint32_t> changes;
  sdk::Buffer<std::uint64_t> slots;
  sdk::Buffer<Real> full;  // [copies][slot_count]; NaN where the grid has no point
};

// v = B^T alpha
template <class Real>
class SubspaceEval : public sdk::Trial {
 public:
  explicit SubspaceEval(const sdk::Task& task)
      : host_(task.host()),
        settings_(task, false),
        inputs_(task),
        surpluses_in_(coefficients<Real>(task, "surpluses", inputs_.grid_points)),
        values_out_(result<Real>(task, "values", inputs_.data_points)),
        walk_(host_, inputs_, settings_, 1),
        surpluses_(host_, inputs_.grid_points),
        values_(host_, walk_.stride) {
    const auto programs = build_programs(task, false);
    scatter_ = programs.list.kernel("scatter");
    kernel_ = programs.subspaces.kernel("multi_eval");
  }

  void run() override {
    {
      const sdk::Phase phase(host_, "upload");
      surpluses_.write(surpluses_in_);
    }
    {
      // The marks of missing points depend on the grid alone and have stayed.
      const sdk::Phase phase(host_, "initialise");
      launch_items(scatter_, walk_.points, list_group_size, walk_.slots, surpluses_, walk_.points,
                   walk_.full);
    }
    {
      const sdk::Phase phase(host_, "kernel");
      launch_items(kernel_, walk_.items, settings_.work_group_size, walk_.data,
                   static_cast<std::uint32_t>(walk_.stride), walk_.order, walk_.shifts,
                   walk_.offsets, walk_.skips, walk_.changes,
                   static_cast<std::uint32_t>(walk_.subgrids.size()), walk_.full, values_);
    }
    const sdk::Phase phase(host_, "download");
    values_.read(values_out_);
  }

 private:
  sdk::Host host_;
  Settings settings_;
  Inputs<Real> inputs_;
  std::span<const Real> surpluses_in_;
  std::span<Real> values_out_;
  Walk<Real> walk_;
  sdk::Buffer<Real> surpluses_;
  sdk::Buffer<Real> values_;
  sdk::Kernel scatter_;
  sdk::Kernel kernel_;
};

// v' = B v
template <class Real>
class SubspaceTransposed : public sdk::Trial {
 public:
  explicit SubspaceTransposed(const sdk::Task& task)
      : host_(task.host()),
        settings_(task, true),
        inputs_(task),
        weights_in_(coefficients<Real>(task, "weights", inputs_.data_points)),
        sums_out_(result<Real>(task, "sums", inputs_.grid_points)),
        copies_(static_cast<std::size_t>(task.configuration().integer("copies"))),
        walk_(host_, inputs_, settings_, copies_),
        weights_(host_, walk_.stride),
        sums_(host_, inputs_.grid_points) {
    const auto programs = build_programs(task, true);
    scatter_zeros_ = programs.list.kernel("scatter_zeros");
    gather_ = programs.list.kernel("gather");
    kernel_ = programs.subspaces.kernel("multi_eval_transposed");
    weights_.fill(0);  // the padding weighs nothing
  }

  void run() override {
    const auto copies = static_cast<std::uint32_t>(copies_);
    const std::uint64_t size = walk_.subgrids.slot_count;
    {
      const sdk::Phase phase(host_, "upload");
      weights_.write(weights_in_);
    }
    {
      const sdk::Phase phase(host_, "initialise");
      launch_items(scatter_zeros_, walk_.points, list_group_size, walk_.slots, walk_.points, copies,
                   size, walk_.full);
    }
    {
      const sdk::Phase phase(host_, "kernel");
      const std::size_t items = settings_.atomic ? walk_.items : copies_;
      launch_items(kernel_, items, settings_.work_group_size, walk_.data,
                   static_cast<std::uint32_t>(walk_.stride), walk_.order, walk_.shifts,
                   walk_.offsets, walk_.skips, walk_.changes,
                   static_cast<std::uint32_t>(walk_.subgrids.size()), weights_,
                   static_cast<std::uint32_t>(walk_.items), static_cast<std::uint32_t>(items),
                   copies, size, walk_.full);
      launch_items(gather_, walk_.points, list_group_size, walk_.slots, walk_.points, copies, size,
                   walk_.full, sums_);
    }
    const sdk::Phase phase(host_, "download");
    sums_.read(sums_out_);
  }

 private:
  sdk::Host host_;
  Settings settings_;
  Inputs<Real> inputs_;
  std::span<const Real> weights_in_;
  std::span<Real> sums_out_;
  std::size_t copies_;  // of the sums: one for each work item, or shared by work groups in turn
  Walk<Real> walk_;
  sdk::Buffer<Real> weights_;
  sdk::Buffer<Real> sums_;
  sdk::Kernel scatter_zeros_;
  sdk::Kernel gather_;
  sdk::Kernel kernel_;
};

std::vector<sdk::Parameter> walk_parameters() {
  return {{"work_group_size", "Work items in a group.", sdk::powers_of_two(1, 1024), 64},
          {"points_per_item", "Neighbouring data points of a work item, which walk together.",
           sdk::powers_of_two(1, 32), 1},
          {"vector_width",
           "Elements of the vectors a work item computes with: for CPUs; a GPU wants 1.",
           sdk::powers_of_two(1, 16), 1},
          {"cache",
           "Keep slot and product of the leading dimensions whose level is unchanged.",
           {true, false}},
          {"data_order", "Data points as given, or along a Z-order curve.", {"given", "z-order"}}};
}

std::vector<sdk::Constraint> walk_constraints() {
  return {{"work_group_size <= max_work_group_size", "the device allows no larger work group"},
          {"vector_width <= points_per_item", "a vector holds points of one work item"},
          {"points_per_item <= 8 * vector_width", "more than 8 vectors do not stay in registers"}};
}

}  // namespace

void describe_subspace_linear(sdk::Plugin& plugin) {
  plugin.variant({.name = "subspace-linear.opencl",
                  .problem = "sparse-grid/multi-eval",
                  .doc = "One basis function of each full subgrid (Algorithm 3.4).",
                  .backend = ASSAY_OPENCL,
                  .parameters = walk_parameters(),
                  .constraints = walk_constraints(),
                  .prepare = prepare_precision<SubspaceEval>,
                  .compile = [](const sdk::Task& task) { build_programs(task, false); }});

  auto parameters = walk_parameters();
  parameters.push_back({"accumulation",
                        "atomic: compare and swap, work groups share copies of the sums; private: "
                        "as many work items as copies, each with its own.",
                        {"private", "atomic"}});
  parameters.push_back(
      {"copies", "Copies of the sums, added in the end.", sdk::powers_of_two(1, 4096), 64});
  auto constraints = walk_constraints();
  constraints.push_back({"accumulation == 'atomic' or work_group_size <= copies",
                         "a work item without a copy of its own would have nothing to do"});
  constraints.push_back(
      {"accumulation == 'private' or precision == 'float' or has_int64_atomics == 1",
       "the device has no 64-bit atomics"});
  plugin.variant({.name = "subspace-linear.opencl",
                  .problem = "sparse-grid/multi-eval-transposed",
                  .doc = "One basis function of each full subgrid (Algorithm 3.5).",
                  .backend = ASSAY_OPENCL,
                  .parameters = std::move(parameters),
                  .constraints = std::move(constraints),
                  .prepare = prepare_precision<SubspaceTransposed>,
                  .compile = [](const sdk::Task& task) { build_programs(task, true); }});
}

}  // namespace sparse_grid::opencl
