#include "sparse_grid/accelerator/subspace_linear.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "kernels.hpp"
#include "sparse_grid/accelerator/backend.hpp"
#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/inputs.hpp"
#include "sparse_grid/accelerator/layout.hpp"
#include "sparse_grid/accelerator/subgrids.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t list_group_size = 64;  // of the kernels that walk the list of grid points

struct Settings {
  Settings(const sdk::Task& task, assay_backend which, bool transposed)
      : backend(which),
        work_group_size(size_parameter(task, "work_group_size")),
        width(vector_width(task, which)),
        points(size_parameter(task, "points_per_item")),
        cached(task.configuration().boolean("cache")),
        together(which == ASSAY_CUDA && task.configuration().text("walk") == "warp"),
        z_ordered(task.configuration().text("data_order") == "z-order"),
        accumulation(transposed ? task.configuration().text("accumulation") : "private") {}

  [[nodiscard]] bool atomic() const { return accumulation != "private"; }

  assay_backend backend;
  std::size_t work_group_size;
  std::size_t width;
  std::size_t points;  // data points of a work item
  bool cached;
  bool together;  // the items of a warp
  bool z_ordered;
  std::string accumulation;
};

struct Programs {
  sdk::Program subspaces;
  sdk::Program list;
};

Programs build_programs(const sdk::Task& task, assay_backend backend, bool transposed) {
  const Settings settings(task, backend, transposed);
  const bool wide = is_double(task);
  if (settings.atomic() && wide && backend == ASSAY_OPENCL &&
      task.host().device_fact("has_int64_atomics") == 0) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     "the device has no 64-bit atomics (cl_khr_int64_base_atomics): use "
                     "accumulation = \"private\"");
  }
  auto list_options = dialect_options(task.host(), backend, wide, 1);
  auto options = dialect_options(task.host(), backend, wide, settings.width);
  list_options.define("WORK_GROUP_SIZE", static_cast<std::int64_t>(list_group_size));
  options.define("DIMENSIONS", static_cast<std::int64_t>(read_shapes(task).dimensions))
      .define("WORK_GROUP_SIZE", static_cast<std::int64_t>(settings.work_group_size))
      .define("VECTORS", static_cast<std::int64_t>(settings.points / settings.width))
      .define("CACHED", settings.cached ? 1 : 0)
      .define("TOGETHER", settings.together ? 1 : 0)
      .define("SUMS", settings.accumulation == "merged" ? 2 : (settings.atomic() ? 1 : 0))
      .define("TRANSPOSED", transposed ? 1 : 0);
  return {build(task.host(), kernels::subspace_linear_kernel, options),
          build(task.host(), kernels::subgrids_kernel, list_options)};
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
  SubspaceEval(const sdk::Task& task, assay_backend backend)
      : host_(task.host()),
        settings_(task, backend, false),
        inputs_(task),
        surpluses_in_(coefficients<Real>(task, "surpluses", inputs_.grid_points)),
        values_out_(result<Real>(task, "values", inputs_.data_points)),
        walk_(host_, inputs_, settings_, 1),
        surpluses_(host_, inputs_.grid_points),
        values_(host_, walk_.stride) {
    const auto programs = build_programs(task, backend, false);
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
  SubspaceTransposed(const sdk::Task& task, assay_backend backend)
      : host_(task.host()),
        settings_(task, backend, true),
        inputs_(task),
        weights_in_(coefficients<Real>(task, "weights", inputs_.data_points)),
        sums_out_(result<Real>(task, "sums", inputs_.grid_points)),
        copies_(static_cast<std::size_t>(task.configuration().integer("copies"))),
        walk_(host_, inputs_, settings_, copies_),
        weights_(host_, walk_.stride),
        sums_(host_, inputs_.grid_points) {
    const auto programs = build_programs(task, backend, true);
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
      const std::size_t items = settings_.atomic() ? walk_.items : copies_;
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

sdk::VariantDescription common(assay_backend backend) {
  const bool cuda = backend == ASSAY_CUDA;
  sdk::VariantDescription variant;
  variant.name = "subspace-linear";
  variant.parameters.push_back(work_group_size(backend));
  add_points_per_item(variant, backend,
                      "Neighbouring data points of a work item, which walk together.",
                      {1, 2, 3, 4, 5, 6, 7, 8, 16, 32}, cuda ? 2 : 1);
  variant.parameters.push_back(
      {"cache",
       "Keep slot and product of the leading dimensions whose level is unchanged.",
       {true, false}});
  if (cuda) {
    variant.parameters.push_back({"walk",
                                  "Work items skip subgrids each for itself, or those of a warp "
                                  "together, by vote.",
                                  {"own", "warp"},
                                  "warp"});
  }
  variant.parameters.push_back({"data_order",
                                "Data points as given, or along a Z-order curve.",
                                {"given", "z-order"},
                                cuda ? "z-order" : "given"});
  variant.constraints.push_back(
      {"work_group_size <= max_work_group_size", "the device allows no larger work group"});
  return variant;
}

sdk::VariantDescription describe_eval(assay_backend backend) {
  auto variant = common(backend);
  variant.problem = "sparse-grid/multi-eval";
  variant.doc = "One basis function of each full subgrid (Algorithm 3.4).";
  variant.prepare = [=](const sdk::Task& task) {
    return prepare_precision<SubspaceEval>(task, backend);
  };
  variant.compile = [=](const sdk::Task& task) { build_programs(task, backend, false); };
  return variant;
}

sdk::VariantDescription describe_transposed(assay_backend backend) {
  const bool cuda = backend == ASSAY_CUDA;
  auto variant = common(backend);
  variant.problem = "sparse-grid/multi-eval-transposed";
  variant.doc = "One basis function of each full subgrid (Algorithm 3.5).";
  sdk::Parameter accumulation{
      "accumulation",
      "atomic: work groups share copies of the sums, by atomic additions (OpenCL: compare and "
      "swap); "
      "private: as many work items as copies, each with its own; merged (CUDA): atomic, after "
      "neighbours have added up what goes to the same sum.",
      {"private", "atomic"},
      cuda ? "merged" : "private"};
  if (cuda) {
    accumulation.values.emplace_back("merged");
    variant.constraints.push_back({"accumulation != 'merged' or walk == 'warp'",
                                   "only items that are at the same subgrid can merge"});
  }
  variant.parameters.push_back(std::move(accumulation));
  variant.parameters.push_back({"copies", "Copies of the sums, added in the end.",
                                sdk::powers_of_two(1, 4096), cuda ? 8 : 64});
  variant.constraints.push_back({"accumulation != 'private' or work_group_size <= copies",
                                 "a work item without a copy of its own would have nothing to do"});
  if (!cuda) {
    variant.constraints.push_back(
        {"accumulation == 'private' or precision == 'float' or has_int64_atomics == 1",
         "the device has no 64-bit atomics"});
  }
  variant.prepare = [=](const sdk::Task& task) {
    return prepare_precision<SubspaceTransposed>(task, backend);
  };
  variant.compile = [=](const sdk::Task& task) { build_programs(task, backend, true); };
  return variant;
}

}  // namespace

void describe_subspace_linear(sdk::Plugin& plugin) {
  add_variants(plugin, describe_eval);
  add_variants(plugin, describe_transposed);
}

}  // namespace sparse_grid::accelerator
