// Streaming with level 1 factored out: kernels/sparse_grid/factored.kernel.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernels.hpp"
#include "sparse_grid/accelerator/backend.hpp"
#include "sparse_grid/accelerator/copies.hpp"
#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/inputs.hpp"
#include "sparse_grid/accelerator/layout.hpp"
#include "sparse_grid/accelerator/streaming_trials.hpp"
#include "sparse_grid/accelerator/tree.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

struct Settings {
  Settings(const sdk::Task& task, assay_backend which)
      : backend(which),
        work_group_size(size_parameter(task, "work_group_size")),
        width(vector_width(task, which)),
        points(size_parameter(task, "points_per_item")),
        skips(task.configuration().boolean("skip")),
        z_ordered(task.configuration().text("data_order") == "z-order") {}

  assay_backend backend;
  std::size_t work_group_size;
  std::size_t width;
  std::size_t points;
  bool skips;
  bool z_ordered;
};

sdk::Program build_program(const sdk::Task& task, const Settings& settings, bool transposed) {
  auto options = dialect_options(task.host(), settings.backend, is_double(task), settings.width);
  options.define("DIMENSIONS", static_cast<std::int64_t>(read_shapes(task).dimensions))
      .define("WORK_GROUP_SIZE", static_cast<std::int64_t>(settings.work_group_size))
      .define("VECTORS", static_cast<std::int64_t>(settings.points / settings.width))
      .define("SKIP", settings.skips ? 1 : 0)
      .define("TRANSPOSED", transposed ? 1 : 0);
  return build(task.host(), kernels::factored_kernel, options);
}

// The level-1 functions of data points: [dimensions][stride] reciprocals, [stride] products.
template <class Real>
struct LevelOne {
  LevelOne(const std::vector<Real>& columns, std::size_t stride)
      : reciprocals(columns.size()), products(stride, Real(1)) {
    // Below this a hat counts as 0, and so does everything over it: reciprocals must not overflow.
    constexpr Real smallest = sizeof(Real) == 8 ? Real(0x1p-1000) : Real(0x1p-100);
    for (std::size_t e = 0; e < columns.size(); ++e) {
      // 1 - |2x - 1| has a large relative error at both ends.
      const Real hat = 2 * std::min(columns[e], 1 - columns[e]);
      reciprocals[e] = hat > smallest ? 1 / hat : 0;
      products[e % stride] *= hat;
    }
  }

  std::vector<Real> reciprocals;
  std::vector<Real> products;
};

// What both operators keep on the device.
template <class Real>
struct Walk {
  Walk(const sdk::Host& host, const Inputs<Real>& inputs, const Settings& settings,
       std::size_t copies)
      : tree(inputs.levels, inputs.indices, inputs.dimensions),
        stride(round_up(inputs.data_points, settings.work_group_size * settings.points)) {
    const auto bytes = [](std::size_t reals) { return static_cast<double>(reals * sizeof(Real)); };
    const double columns = bytes(inputs.dimensions * stride);
    const double sums = bytes(copies * inputs.grid_points);
    require_device_memory(host, std::max(columns, sums),
                          2 * columns + sums + bytes(3 * stride) +
                              static_cast<double>(4 * tree.runs.size()) +
                              bytes(2 * tree.parents.size() + 4 * inputs.grid_points));
    auto sorted = settings.z_ordered ? z_order(inputs.data, inputs.dimensions)
                                     : given_order(inputs.data_points);
    const auto ordered = by_dimension(inputs.data, inputs.dimensions, sorted, stride);
    const LevelOne<Real> level_one(ordered, stride);
    while (sorted.size() < stride) sorted.push_back(static_cast<std::uint32_t>(sorted.size()));
    data = {host, ordered};
    reciprocals = {host, level_one.reciprocals};
    common = {host, level_one.products};
    order = {host, sorted};
    // A grid of one point has no runs, and there are no empty buffers.
    if (tree.runs.empty()) tree.runs.resize(Tree::run_words);
    runs = {host, tree.runs};
    run_count = static_cast<std::uint32_t>(tree.parents.size());
    if (tree.parents.empty()) tree.parents.resize(1);
    parents = {host, shapes<Real>(tree.parents)};
    hats = {host, shapes<Real>(tree.hats)};
    host.trial_fact("runs", run_count);
  }

  Tree tree;
  std::size_t stride;  // data points with padding
  std::uint32_t run_count = 0;
  sdk::Buffer<Real> data;
  sdk::Buffer<Real> reciprocals;
  sdk::Buffer<Real> common;
  sdk::Buffer<std::uint32_t> order;
  sdk::Buffer<std::uint32_t> runs;
  sdk::Buffer<Real> parents;
  sdk::Buffer<Real> hats;
};

// v = B^T alpha
template <class Real>
class FactoredEval : public sdk::Trial {
 public:
  FactoredEval(const sdk::Task& task, assay_backend backend)
      : host_(task.host()),
        settings_(task, backend),
        inputs_(task),
        surpluses_in_(coefficients<Real>(task, "surpluses", inputs_.grid_points)),
        values_out_(result<Real>(task, "values", inputs_.data_points)),
        kernel_(build_program(task, settings_, false).kernel("multi_eval")),
        walk_(host_, inputs_, settings_, 0),
        staged_(inputs_.grid_points),
        surpluses_(host_, inputs_.grid_points),
        values_(host_, walk_.stride) {}

  void run() override {
    {
      const sdk::Phase phase(host_, "upload");
      for (std::size_t g = 0; g < staged_.size(); ++g) {
        staged_[g] = surpluses_in_[walk_.tree.order[g]];
      }
      surpluses_.write(staged_);
    }
    {
      const sdk::Phase phase(host_, "kernel");
      launch_items(kernel_, walk_.stride / settings_.points, settings_.work_group_size, walk_.data,
                   walk_.reciprocals, walk_.common, walk_.order,
                   static_cast<std::uint32_t>(walk_.stride), walk_.runs, walk_.parents,
                   walk_.run_count, walk_.hats, surpluses_, values_);
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
  sdk::Kernel kernel_;
  Walk<Real> walk_;
  std::vector<Real> staged_;  // in the order of the tree
  sdk::Buffer<Real> surpluses_;
  sdk::Buffer<Real> values_;
};

// v' = B v
template <class Real>
class FactoredTransposed : public sdk::Trial {
 public:
  FactoredTransposed(const sdk::Task& task, assay_backend backend)
      : host_(task.host()),
        settings_(task, backend),
        inputs_(task),
        weights_in_(coefficients<Real>(task, "weights", inputs_.data_points)),
        sums_out_(result<Real>(task, "sums", inputs_.grid_points)),
        kernel_(build_program(task, settings_, true).kernel("multi_eval_transposed")),
        add_copies_(host_, backend, is_double(task)),
        copies_(size_parameter(task, "copies")),
        walk_(host_, inputs_, settings_, copies_),
        staged_(inputs_.grid_points),
        weights_(host_, walk_.stride),
        partial_(host_, copies_ * inputs_.grid_points),
        sums_(host_, inputs_.grid_points) {
    weights_.fill(0);  // the padding weighs nothing
  }

  void run() override {
    const auto points = static_cast<std::uint32_t>(inputs_.grid_points);
    {
      const sdk::Phase phase(host_, "upload");
      weights_.write(weights_in_);
    }
    {
      const sdk::Phase phase(host_, "kernel");
      partial_.fill(0);
      const std::size_t blocks = walk_.stride / settings_.points / settings_.work_group_size;
      // Without atomic additions every item has a copy of its own.
      const std::size_t groups =
          settings_.backend == ASSAY_CUDA ? blocks : copies_ / settings_.work_group_size;
      launch_items(kernel_, groups * settings_.work_group_size, settings_.work_group_size,
                   walk_.data, walk_.reciprocals, walk_.common, walk_.order,
                   static_cast<std::uint32_t>(walk_.stride), walk_.runs, walk_.parents,
                   walk_.run_count, walk_.hats, points, weights_,
                   static_cast<std::uint32_t>(blocks), static_cast<std::uint32_t>(groups),
                   static_cast<std::uint32_t>(copies_), partial_);
      add_copies_.launch(partial_, copies_, inputs_.grid_points, inputs_.grid_points, sums_);
    }
    const sdk::Phase phase(host_, "download");
    sums_.read(staged_);
    for (std::size_t g = 0; g < staged_.size(); ++g) sums_out_[walk_.tree.order[g]] = staged_[g];
  }

 private:
  sdk::Host host_;
  Settings settings_;
  Inputs<Real> inputs_;
  std::span<const Real> weights_in_;
  std::span<Real> sums_out_;
  sdk::Kernel kernel_;
  AddCopies add_copies_;
  std::size_t copies_;  // of the sums
  Walk<Real> walk_;
  std::vector<Real> staged_;  // in the order of the tree
  sdk::Buffer<Real> weights_;
  sdk::Buffer<Real> partial_;
  sdk::Buffer<Real> sums_;
};

template <class Real>
std::unique_ptr<sdk::Trial> prepare(const sdk::Task& task, assay_backend backend, bool transposed) {
  if (transposed) return std::make_unique<FactoredTransposed<Real>>(task, backend);
  return std::make_unique<FactoredEval<Real>>(task, backend);
}

}  // namespace

std::unique_ptr<sdk::Trial> prepare_factored(const sdk::Task& task, assay_backend backend,
                                             bool transposed) {
  return is_double(task) ? prepare<double>(task, backend, transposed)
                         : prepare<float>(task, backend, transposed);
}

void compile_factored(const sdk::Task& task, assay_backend backend, bool transposed) {
  build_program(task, {task, backend}, transposed);
  if (transposed) AddCopies::program(task.host(), backend, is_double(task));
}

}  // namespace sparse_grid::accelerator
