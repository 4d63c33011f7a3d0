#include "sparse_grid/accelerator/folded/list.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "sparse_grid/accelerator/folded/basis.hpp"
#include "sparse_grid/accelerator/folded/block_evaluator.hpp"
#include "sparse_grid/accelerator/folded/bundles.hpp"
#include "sparse_grid/accelerator/folded/numbering.hpp"
#include "sparse_grid/accelerator/folded/terms.hpp"
#include "sparse_grid/accelerator/folded/tiles.hpp"
#include "sparse_grid/accelerator/folded/tree_evaluator.hpp"
#include "sparse_grid/accelerator/ordered_data.hpp"
#include "sparse_grid/accelerator/support_lists.hpp"
#include "sparse_grid/accelerator/vectors.hpp"
#include "sparse_grid/library/nodes.hpp"
#include "sparse_grid/library/support_entries.hpp"

namespace sparse_grid::accelerator::folded {
namespace {

namespace sdk = assay::sdk;

// What both operators keep on the device.
template <class Real>
struct List {
  List(const Device& device, const Inputs<Real>& inputs, const ListOrder& order,
       const Settings& settings, bool transposed) {
    const std::size_t group_points = settings.group_points();
    const OrderedData<Real> data(device, inputs, order.of_data(inputs.grid, group_points),
                                 round_up(inputs.data_points, group_points), SortedOn::device);
    const LevelOne<Real> level_one(device, data);
    const auto tree_order = order.of_dimensions(inputs.grid);
    const auto entries = timed(device, &Preparation::grid_layout,
                               [&] { return SupportEntries(Nodes(inputs.grid, tree_order)); });
    timed(device, &Preparation::upload, [&] {
      const double most_bytes = std::min(static_cast<double>(settings.list_megabytes) * 1e6,
                                         device.host.device_fact("max_allocation_bytes"));
      GridEntries<Real> grid(device.host, entries);
      Tiles<Real> tiles(device, grid, data, inputs.data_points, settings.tile_limits());
      auto lists = std::make_unique<SupportLists<Real>>(
          device, entries, std::move(grid), std::move(tiles.boxes),
          ListLimits{.segment_entries = entries.size(),
                     .list_bytes = static_cast<std::size_t>(most_bytes),
                     .on_host = false});
      Bundles<Real> bundles(device, *lists, most_bytes);
      Basis<Real> basis(device, *lists, bundles, settings.in_front(tree_order), most_bytes,
                        transposed);
      const Points<Real> points{data, level_one, lists->boxes(), tiles.ranges, group_points};
      if (settings.along_trees) {
        evaluator =
            std::make_unique<TreeEvaluator<Real>>(device, basis, points, settings, transposed);
      } else {
        evaluator =
            std::make_unique<BlockEvaluator<Real>>(device, basis, points, settings, transposed);
      }
      terms = std::make_unique<Terms<Real>>(device, std::move(lists), std::move(bundles),
                                            std::move(basis), *evaluator, settings, transposed);
    });
  }

  std::unique_ptr<Evaluator<Real>> evaluator;
  std::unique_ptr<Terms<Real>> terms;
};

// Memory for all but lists and bases; coefficients and results included.
template <class Real>
void require_memory(const Device& device, const Inputs<Real>& inputs, const Settings& settings) {
  const std::size_t stride = round_up(inputs.data_points, settings.group_points());
  const Memory data = OrderedData<Real>::memory(inputs, stride);
  const auto column = static_cast<double>(stride * sizeof(Real));
  const auto dimensions = static_cast<double>(inputs.dimensions);
  const auto vectors =
      static_cast<double>((inputs.data_points + inputs.grid_points) * sizeof(Real));
  require_device_memory(device,
                        {data.largest, data.total + (2 * dimensions + 1) * column + vectors});
}

// v = B^T alpha
template <class Real>
class Eval : public Operator<Real> {
 public:
  Eval(const Device& device, const Inputs<Real>& inputs, const ListOrder& order,
       const Settings& settings)
      : Operator<Real>(inputs, false),
        host_(device.host),
        list_(device, inputs, order, settings, false),
        coefficients_(host_, list_.evaluator->places().count) {
    coefficients_.fill(0);  // of what is no product for good
  }

  void initialise(assay_queue* /*queue*/) override {}

 private:
  void do_apply(const sdk::Buffer<Real>& surpluses, sdk::Buffer<Real>& values,
                assay_queue* queue) override {
    const sdk::Phase phase(host_, "kernel");
    list_.terms->fold(surpluses, coefficients_, queue);
    list_.evaluator->apply(coefficients_, values, queue);
  }

  sdk::Host host_;
  List<Real> list_;
  sdk::Buffer<Real> coefficients_;  // [places]
};

// v' = B v
template <class Real>
class Transposed : public Operator<Real> {
 public:
  Transposed(const Device& device, const Inputs<Real>& inputs, const ListOrder& order,
             const Settings& settings)
      : Operator<Real>(inputs, true),
        host_(device.host),
        settings_(settings),
        vectors_(device),
        list_(device, inputs, order, settings, true) {
    const auto& lists = list_.terms->lists();
    if (settings.atomic) {
      moments_ = {host_, list_.evaluator->places().count};
      entry_sums_ = {host_, settings.copies * lists.entry_count()};
      return;
    }
    moments_ = {host_, list_.evaluator->groups().moments()};
    moments_.fill(0);  // of what is 0 at all points of a group for good
    entry_sums_ = {host_, lists.most_entries()};
    sums_ = {host_, settings.copies * inputs.grid_points};
  }

  void initialise(assay_queue* queue) override {
    const sdk::Phase phase(host_, "initialise");
    if (settings_.atomic) {
      moments_.fill(0, queue);
      entry_sums_.fill(0, queue);
    } else {
      sums_.fill(0, queue);
    }
  }

 private:
  void do_apply(const sdk::Buffer<Real>& weights, sdk::Buffer<Real>& sums,
                assay_queue* queue) override {
    const sdk::Phase phase(host_, "kernel");
    const auto& terms = *list_.terms;
    list_.evaluator->apply(weights, moments_, queue);
    terms.unfold(moments_, entry_sums_, queue);
    if (settings_.atomic) {
      terms.collect(entry_sums_, sums, queue);
      return;
    }
    const std::size_t points = this->shapes().grid_points;
    const auto& lists = terms.lists();
    lists.add_entries(lists.batches().front(), entry_sums_, points, settings_.copies, sums_, queue);
    vectors_.add_copies(sums_, settings_.copies, points, points, sums, queue);
  }

  sdk::Host host_;
  Settings settings_;
  Vectors<Real> vectors_;
  List<Real> list_;
  sdk::Buffer<Real> moments_;     // [places]; ordered: that groups leave
  sdk::Buffer<Real> entry_sums_;  // [copies][entries of the grid]; ordered: of the lists
  sdk::Buffer<Real> sums_;        // ordered: [copies][grid points]
};

}  // namespace

template <class Real>
std::unique_ptr<Operator<Real>> create(const Device& device, const Inputs<Real>& inputs,
                                       const ListOrder& order, const Settings& settings,
                                       bool transposed) {
  require_local_memory(device, settings.local_bytes(sizeof(Real), transposed));
  require_memory(device, inputs, settings);
  if (transposed) return std::make_unique<Transposed<Real>>(device, inputs, order, settings);
  return std::make_unique<Eval<Real>>(device, inputs, order, settings);
}
template std::unique_ptr<Operator<float>> create(const Device&, const Inputs<float>&,
                                                 const ListOrder&, const Settings&, bool);
template std::unique_ptr<Operator<double>> create(const Device&, const Inputs<double>&,
                                                  const ListOrder&, const Settings&, bool);

void compile(const Device& device, std::size_t dimensions, bool is_double, const Settings& settings,
             bool transposed) {
  require_local_memory(device, settings.local_bytes(is_double ? 8 : 4, transposed));
  Tiles<float>::compile(device, is_double);
  Bundles<float>::compile(device, is_double);
  Basis<float>::compile(device, is_double);
  Numbering::compile(device);
  Groups<float>::compile(device, is_double, dimensions);
  Terms<float>::compile(device, is_double, settings, transposed);
  if (settings.along_trees) {
    TreeEvaluator<float>::compile(device, dimensions, is_double, settings, transposed);
  } else {
    BlockEvaluator<float>::compile(device, dimensions, is_double, settings, transposed);
  }
}

}  // namespace sparse_grid::accelerator::folded
