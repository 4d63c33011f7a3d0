#include "sparse_grid/accelerator/folded_list.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "kernels.hpp"
#include "sparse_grid/accelerator/folded_bundles.hpp"
#include "sparse_grid/accelerator/folded_groups.hpp"
#include "sparse_grid/accelerator/folded_parts.hpp"
#include "sparse_grid/accelerator/folded_tiles.hpp"
#include "sparse_grid/accelerator/ordered_data.hpp"
#include "sparse_grid/accelerator/support_lists.hpp"
#include "sparse_grid/accelerator/vectors.hpp"
#include "sparse_grid/library/nodes.hpp"
#include "sparse_grid/library/support_entries.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t items_of_terms = 128;  // in a group of folded_terms.kernel

sdk::Program build_product_program(const Device& device, std::size_t dimensions, bool is_double,
                                   const ListSettings& settings, bool transposed) {
  auto options = dialect_options(device, is_double, settings.width);
  options.define("DIMENSIONS", dimensions)
      .define("WORK_GROUP_SIZE", settings.work_group_size)
      .define("TABLE_ROWS", settings.table_rows);
  if (transposed) options.define("SUMS", settings.atomic ? 0 : 1);
  if (settings.on_tensor_cores) {
    options.define("GROUP_POINTS", settings.group_points());
    const std::array sources{
        transposed ? kernels::folded_tensor_transposed_kernel : kernels::folded_tensor_kernel,
        kernels::folded_tensor_h,
        kernels::folded_product_h,
        kernels::folded_h,
        kernels::path_h,
        kernels::support_h,
        kernels::dialect_h};
    return {device.host, sources, options};
  }
  options.define("VECTORS", settings.vectors());
  const std::array sources{transposed ? kernels::folded_transposed_kernel : kernels::folded_kernel,
                           kernels::folded_columns_h,
                           kernels::folded_product_h,
                           kernels::folded_h,
                           kernels::rows_of_terms_h,
                           kernels::path_h,
                           kernels::support_h,
                           kernels::dialect_h};
  return {device.host, sources, options};
}

sdk::Program build_terms_program(const Device& device, bool is_double,
                                 const ListSettings& settings) {
  auto options = dialect_options(device, is_double, 1);
  options.define("WORK_GROUP_SIZE", items_of_terms).define("SUMS", settings.atomic ? 0 : 1);
  const std::array sources{kernels::folded_terms_kernel, kernels::folded_h, kernels::support_h,
                           kernels::dialect_h};
  return {device.host, sources, options};
}

// What both operators keep on the device.
template <class Real>
struct FoldedLists {
  FoldedLists(const Device& device, const Inputs<Real>& inputs, const ListSettings& settings,
              bool transposed) {
    const OrderedData<Real> data(
        device, inputs, settings.order.of_data(inputs.grid, settings.group_points()),
        round_up(inputs.data_points, settings.group_points()), SortedOn::device);
    const LevelOne<Real> level_one(device, data);
    const auto tree_order = settings.order.of_dimensions(inputs.grid);
    const auto entries = timed(device, &Preparation::grid_layout,
                               [&] { return SupportEntries(Nodes(inputs.grid, tree_order)); });
    timed(device, &Preparation::upload, [&] {
      GridEntries<Real> grid(device.host, entries);
      FoldedTiles<Real> tiles(device, grid, data, inputs.data_points, settings.folded_tiles);
      lists.emplace(device, entries, std::move(grid), std::move(tiles.boxes),
                    settings.limits(device));
      const double most_bytes = static_cast<double>(settings.list_megabytes) * 1e6;
      bundles.emplace(device, *lists, most_bytes);
      parts.emplace(device, *lists, *bundles, settings.parting(tree_order), most_bytes, transposed);
      local = settings.folded_local_bytes(parts->row_quads(), sizeof(Real));
      groups.emplace(device, tiles.ranges, parts->tile_blocks(), lists->boxes(), data, level_one,
                     settings.group_points());
    });
  }

  // All groups.
  void launch(const sdk::Kernel& kernel, const ListSettings& settings, assay_queue* queue,
              const auto&... operands) const {
    launch_items(queue, kernel, groups->count() * settings.work_group_size,
                 settings.work_group_size, groups->coordinates, groups->common, groups->places,
                 groups->groups, parts->tiles, parts->chunks, parts->rows, parts->row_quads(),
                 parts->factor_dimensions, parts->factor_lines, parts->blocks, operands...,
                 sdk::LocalMemory{local});
  }

  std::size_t local = 0;  // memory of a group
  std::optional<SupportLists<Real>> lists;
  std::optional<FoldedBundles<Real>> bundles;
  std::optional<FoldedParts<Real>> parts;
  std::optional<FoldedGroups<Real>> groups;
};

// Memory for all but lists and bases; coefficients and results included.
template <class Real>
void require_memory(const Device& device, const Inputs<Real>& inputs,
                    const ListSettings& settings) {
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
class FoldedEval : public Operator<Real> {
 public:
  FoldedEval(const Device& device, const Inputs<Real>& inputs, const ListSettings& settings)
      : Operator<Real>(inputs, false),
        host_(device.host),
        settings_(settings),
        terms_(build_terms_program(device, sizeof(Real) == 8, settings)),
        order_surpluses_(terms_.kernel("order_surpluses")),
        gather_bundles_(terms_.kernel("gather_bundles")),
        fold_(terms_.kernel("fold")),
        eval_(build_product_program(device, inputs.dimensions, sizeof(Real) == 8, settings, false)
                  .kernel("multi_eval")),
        folded_(device, inputs, settings, false),
        entry_values_(host_, folded_.lists->entry_count()),
        bundle_values_(host_, folded_.bundles->count),
        coefficients_(host_, folded_.parts->cells()) {
    coefficients_.fill(0);  // of what is no product for good
  }

  void initialise(assay_queue* /*queue*/) override {}

 private:
  void do_apply(const sdk::Buffer<Real>& surpluses, sdk::Buffer<Real>& values,
                assay_queue* queue) override {
    const sdk::Phase phase(host_, "kernel");
    const auto& bundles = *folded_.bundles;
    const auto& parts = *folded_.parts;
    const std::uint32_t entries = folded_.lists->entry_count();
    launch_items(queue, order_surpluses_, entries, items_of_terms, folded_.lists->entries(),
                 entries, surpluses, entry_values_);
    launch_items(queue, gather_bundles_, bundles.count, items_of_terms, bundles.bundles,
                 bundles.count, bundles.ranges, bundles.entry_lines, bundles.entry_numbers,
                 entry_values_, bundle_values_);
    launch_items(queue, fold_, std::size_t{parts.products()} * row_items, items_of_terms,
                 parts.cell_ranges, parts.products(), parts.cell_places, parts.sorted_bundles,
                 parts.sorted_values, bundle_values_, coefficients_);
    folded_.launch(eval_, settings_, queue, coefficients_, values);
  }

  static constexpr std::size_t row_items = 4;  // ROW_ITEMS

  sdk::Host host_;
  ListSettings settings_;
  sdk::Program terms_;
  sdk::Kernel order_surpluses_;
  sdk::Kernel gather_bundles_;
  sdk::Kernel fold_;
  sdk::Kernel eval_;
  FoldedLists<Real> folded_;
  sdk::Buffer<Real> entry_values_;
  sdk::Buffer<Real> bundle_values_;
  sdk::Buffer<Real> coefficients_;  // [blocks][cells of a block]
};

// v' = B v
template <class Real>
class FoldedTransposed : public Operator<Real> {
 public:
  FoldedTransposed(const Device& device, const Inputs<Real>& inputs, const ListSettings& settings)
      : Operator<Real>(inputs, true),
        host_(device.host),
        settings_(settings),
        eval_(build_product_program(device, inputs.dimensions, sizeof(Real) == 8, settings, true)
                  .kernel("multi_eval_transposed")),
        terms_(build_terms_program(device, sizeof(Real) == 8, settings)),
        add_groups_(terms_.kernel("add_groups")),
        add_terms_(terms_.kernel("add_terms")),
        unfold_(terms_.kernel("unfold")),
        collect_sums_(terms_.kernel("collect_sums")),
        vectors_(device),
        folded_(device, inputs, settings, true),
        moments_(host_, folded_.parts->cells()),
        bundle_moments_(host_, folded_.bundles->count) {
    if (settings.atomic) {
      entry_sums_ = {host_, settings.copies * folded_.lists->entry_count()};
      return;
    }
    entry_sums_ = {host_, folded_.lists->most_entries()};
    group_moments_ = {host_, folded_.groups->moments()};
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
    const std::size_t points = this->shapes().grid_points;
    const auto& lists = *folded_.lists;
    const auto& bundles = *folded_.bundles;
    const auto& parts = *folded_.parts;
    const auto listed = static_cast<std::uint32_t>(lists.most_entries());
    folded_.launch(eval_, settings_, queue, weights, settings_.atomic ? moments_ : group_moments_);
    if (!settings_.atomic) {
      launch_items(queue, add_groups_, lists.tiles() * items_of_terms, items_of_terms,
                   folded_.groups->tile_groups, group_moments_, moments_);
    }
    launch_items(queue, add_terms_, bundles.count, items_of_terms, bundles.bundles, bundles.count,
                 parts.term_places, parts.term_values, moments_, bundle_moments_);
    const auto copies = static_cast<std::uint32_t>(settings_.copies);
    const std::uint32_t entries = lists.entry_count();
    launch_items(queue, unfold_, listed, items_of_terms, bundles.entry_bundles, bundles.entry_lines,
                 bundles.entry_numbers, listed, bundle_moments_, entry_sums_, entries, copies);
    if (settings_.atomic) {
      launch_items(queue, collect_sums_, entries, items_of_terms, lists.entries(), entries,
                   entry_sums_, copies, sums);
      return;
    }
    lists.add_entries(lists.batches().front(), entry_sums_, points, settings_.copies, sums_, queue);
    vectors_.add_copies(sums_, settings_.copies, points, points, sums, queue);
  }

  sdk::Host host_;
  ListSettings settings_;
  sdk::Kernel eval_;
  sdk::Program terms_;
  sdk::Kernel add_groups_;
  sdk::Kernel add_terms_;
  sdk::Kernel unfold_;
  sdk::Kernel collect_sums_;
  Vectors<Real> vectors_;
  FoldedLists<Real> folded_;
  sdk::Buffer<Real> moments_;  // [blocks][cells of a block]
  sdk::Buffer<Real> bundle_moments_;
  sdk::Buffer<Real> entry_sums_;     // [copies][entries of the grid]; ordered: of the lists
  sdk::Buffer<Real> group_moments_;  // ordered: of each group those of its tile's blocks
  sdk::Buffer<Real> sums_;           // ordered: [copies][grid points]
};

}  // namespace

template <class Real>
std::unique_ptr<Operator<Real>> create_folded(const Device& device, const Inputs<Real>& inputs,
                                              const ListSettings& settings, bool transposed) {
  require_memory(device, inputs, settings);
  if (transposed) return std::make_unique<FoldedTransposed<Real>>(device, inputs, settings);
  return std::make_unique<FoldedEval<Real>>(device, inputs, settings);
}
template std::unique_ptr<Operator<float>> create_folded(const Device&, const Inputs<float>&,
                                                        const ListSettings&, bool);
template std::unique_ptr<Operator<double>> create_folded(const Device&, const Inputs<double>&,
                                                         const ListSettings&, bool);

void compile_folded(const Device& device, std::size_t dimensions, bool is_double,
                    const ListSettings& settings, bool transposed) {
  build_product_program(device, dimensions, is_double, settings, transposed);
  build_terms_program(device, is_double, settings);
  FoldedTiles<float>::compile(device, is_double);
  FoldedBundles<float>::compile(device, is_double);
  FoldedParts<float>::compile(device, is_double);
  FoldedGroups<float>::compile(device, is_double, dimensions);
}

}  // namespace sparse_grid::accelerator
