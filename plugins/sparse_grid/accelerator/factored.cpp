// Operators of kernels/sparse_grid/factored.kernel.
#include "sparse_grid/accelerator/factored.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "sparse_grid/accelerator/backend.hpp"
#include "sparse_grid/accelerator/ordered_data.hpp"
#include "sparse_grid/accelerator/tree.hpp"
#include "sparse_grid/accelerator/vectors.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

struct FactoredSettings : Items {
  FactoredSettings(const Configuration& configuration, assay_backend backend, bool transposed)
      : Items(configuration, backend),
        skips(configuration.boolean("skip")),
        curve(curve_named(configuration.text("data_order"))),
        copies(transposed ? configuration.size("copies") : 0) {}

  bool skips;
  Curve curve;
  std::size_t copies;  // of the sums
};

sdk::Program build_program(const Device& device, std::size_t dimensions, bool is_double,
                           const FactoredSettings& settings, bool transposed) {
  auto options = dialect_options(device, is_double, settings.width);
  options.define("DIMENSIONS", dimensions)
      .define("WORK_GROUP_SIZE", settings.work_group_size)
      .define("VECTORS", settings.vectors())
      .define("SKIP", settings.skips ? 1 : 0)
      .define("TRANSPOSED", transposed ? 1 : 0);
  return sdk::build(device.host, "sparse_grid/factored.kernel", options);
}

// The memory that an operator needs for a tree of `runs` runs.
template <class Real>
MemoryNeed factored_memory(const Shapes& shapes, const FactoredSettings& settings,
                           std::size_t stride, std::size_t runs) {
  const auto bytes = [](std::size_t reals) { return static_cast<double>(reals * sizeof(Real)); };
  const MemoryNeed data = OrderedData<Real>::memory(shapes, stride);
  const double level_one = bytes((shapes.dimensions + 1) * stride);
  const double sums = bytes(settings.copies * (shapes.grid_points + 1));
  return {std::max(data.largest, sums), data.total + level_one + sums + bytes(stride) +
                                            static_cast<double>(4 * Tree::run_words * runs) +
                                            bytes(2 * runs + 5 * (shapes.grid_points + 1))};
}

// The tree on the device.
template <class Real>
struct TreeBuffers {
  TreeBuffers(const Device& device, Tree tree)
      : run_count(static_cast<std::uint32_t>(tree.parents.size())) {
    // A grid of one point has no runs, but buffers must not be empty.
    if (tree.parents.empty()) {
      tree.runs.resize(Tree::run_words);
      tree.parents.resize(1);
    }
    timed(device, &Preparation::upload, [&] {
      points = {device.host, tree.order};
      runs = {device.host, tree.runs};
      parents = {device.host, shapes<Real>(tree.parents)};
      hats = {device.host, shapes<Real>(tree.hats)};
    });
    device.host.trial_fact("runs", run_count);
  }

  std::uint32_t run_count;
  sdk::Buffer<std::uint32_t> points;  // in the order of the tree
  sdk::Buffer<std::uint32_t> runs;
  sdk::Buffer<Real> parents;
  sdk::Buffer<Real> hats;
};

// Makes the tree of the grid, after checking that there is memory for all data that goes with it.
template <class Real>
Tree fitting_tree(const Device& device, const Inputs<Real>& inputs,
                  const FactoredSettings& settings, std::size_t stride) {
  auto tree = timed(device, &Preparation::grid_layout, [&] { return Tree(inputs.grid); });
  require_device_memory(device,
                        factored_memory<Real>(inputs, settings, stride, tree.parents.size()));
  return tree;
}

// The data that both operators keep on the device.
template <class Real>
struct FactoredWalk {
  FactoredWalk(const Device& device, const Inputs<Real>& inputs, const FactoredSettings& settings)
      : FactoredWalk(device, inputs, settings,
                     rounded_up(inputs.data_points, settings.group_points())) {}
  FactoredWalk(const Device& device, const Inputs<Real>& inputs, const FactoredSettings& settings,
               std::size_t stride)
      : tree(device, fitting_tree(device, inputs, settings, stride)),
        data(device, inputs, along(settings.curve, inputs.dimensions), stride),
        level_one(device, data) {}

  TreeBuffers<Real> tree;
  OrderedData<Real> data;
  LevelOne<Real> level_one;
};

// v = B^T alpha
template <class Real>
class FactoredEval : public WholeOperator<Real> {
 public:
  FactoredEval(const Device& device, const Inputs<Real>& inputs, const FactoredSettings& settings)
      : WholeOperator<Real>(inputs, false),
        host_(device.host),
        settings_(settings),
        kernel_(build_program(device, inputs.dimensions, sizeof(Real) == 8, settings, false)
                    .kernel("multi_eval")),
        vectors_(device),
        walk_(device, inputs, settings),
        surpluses_(host_, walk_.tree.points.size()) {}

  void initialise(assay_queue* /*queue*/) override {}

 private:
  void do_apply(const sdk::Buffer<Real>& surpluses, sdk::Buffer<Real>& values,
                assay_queue* queue) override {
    const sdk::Phase phase(host_, "kernel");
    vectors_.gather(surpluses, walk_.tree.points, surpluses_, queue);
    launch_items(queue, kernel_, walk_.data.stride / settings_.points, settings_.work_group_size,
                 walk_.data.columns, walk_.level_one.reciprocals, walk_.level_one.products,
                 walk_.data.order, static_cast<std::uint32_t>(walk_.data.stride), walk_.tree.runs,
                 walk_.tree.parents, walk_.tree.run_count, walk_.tree.hats, surpluses_, values);
  }

  sdk::Host host_;
  FactoredSettings settings_;
  sdk::Kernel kernel_;
  Vectors<Real> vectors_;
  FactoredWalk<Real> walk_;
  sdk::Buffer<Real> surpluses_;  // in the order of the tree
};

// v' = B v
template <class Real>
class FactoredTransposed : public WholeOperator<Real> {
 public:
  FactoredTransposed(const Device& device, const Inputs<Real>& inputs,
                     const FactoredSettings& settings)
      : WholeOperator<Real>(inputs, true),
        host_(device.host),
        settings_(settings),
        kernel_(build_program(device, inputs.dimensions, sizeof(Real) == 8, settings, true)
                    .kernel("multi_eval_transposed")),
        vectors_(device),
        walk_(device, inputs, settings),
        blocks_(walk_.data.stride / settings.group_points()),
        // Without atomic additions every work item has a copy of its own.
        groups_(device.backend == ASSAY_CUDA ? blocks_
                                             : settings.copies / settings.work_group_size),
        partial_(host_, settings.copies * walk_.tree.points.size()) {}

  void initialise(assay_queue* queue) override {
    const sdk::Phase phase(host_, "initialise");
    partial_.fill(0, queue);
  }

 private:
  void do_apply(const sdk::Buffer<Real>& weights, sdk::Buffer<Real>& sums,
                assay_queue* queue) override {
    const sdk::Phase phase(host_, "kernel");
    const std::size_t points = walk_.tree.points.size();
    launch_items(queue, kernel_, groups_ * settings_.work_group_size, settings_.work_group_size,
                 walk_.data.columns, walk_.level_one.reciprocals, walk_.level_one.products,
                 walk_.data.order, static_cast<std::uint32_t>(walk_.data.stride), walk_.tree.runs,
                 walk_.tree.parents, walk_.tree.run_count, walk_.tree.hats,
                 static_cast<std::uint32_t>(points), weights, static_cast<std::uint32_t>(blocks_),
                 static_cast<std::uint32_t>(groups_), static_cast<std::uint32_t>(settings_.copies),
                 partial_);
    vectors_.scatter_copies(partial_, settings_.copies, points, walk_.tree.points, sums, queue);
  }

  sdk::Host host_;
  FactoredSettings settings_;
  sdk::Kernel kernel_;
  Vectors<Real> vectors_;
  FactoredWalk<Real> walk_;
  std::size_t blocks_;  // blocks of the data points that a group holds
  std::size_t groups_;
  sdk::Buffer<Real> partial_;  // [copies][points], in the order of the tree
};

}  // namespace

template <class Real>
std::unique_ptr<Operator<Real>> create_factored(const Device& device, const Inputs<Real>& inputs,
                                                const Configuration& configuration,
                                                bool transposed) {
  const FactoredSettings settings(configuration, device.backend, transposed);
  if (transposed) return std::make_unique<FactoredTransposed<Real>>(device, inputs, settings);
  return std::make_unique<FactoredEval<Real>>(device, inputs, settings);
}
template std::unique_ptr<Operator<float>> create_factored(const Device&, const Inputs<float>&,
                                                          const Configuration&, bool);
template std::unique_ptr<Operator<double>> create_factored(const Device&, const Inputs<double>&,
                                                           const Configuration&, bool);

template <class Real>
MemoryNeed factored_memory(const Inputs<Real>& inputs, const Configuration& configuration,
                           assay_backend backend, bool transposed) {
  const FactoredSettings settings(configuration, backend, transposed);
  return factored_memory<Real>(inputs, settings,
                               rounded_up(inputs.data_points, settings.group_points()),
                               most_nodes(inputs.grid));
}
template MemoryNeed factored_memory(const Inputs<float>&, const Configuration&, assay_backend,
                                    bool);
template MemoryNeed factored_memory(const Inputs<double>&, const Configuration&, assay_backend,
                                    bool);

void compile_factored(const Device& device, std::size_t dimensions, bool is_double,
                      const Configuration& configuration, bool transposed) {
  const FactoredSettings settings(configuration, device.backend, transposed);
  build_program(device, dimensions, is_double, settings, transposed);
  compile_ordered_data(device, is_double);
  Vectors<float>::build(device, is_double);
}

}  // namespace sparse_grid::accelerator
