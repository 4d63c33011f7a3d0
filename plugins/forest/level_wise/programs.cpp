#include "forest/level_wise/programs.hpp"

#include <array>

#include "forest/library/device_options.hpp"
#include "kernels.hpp"
#include "sort/library/column_sort.hpp"

namespace forest::level_wise {
namespace {

namespace sdk = assay::sdk;

sdk::Program build(const Device& device, const assay_source& source,
                   const sdk::CompileOptions& options) {
  const std::array sources{source,
                           kernels::subtree_search_h,
                           kernels::subtree_samples_h,
                           kernels::subtree_memory_h,
                           kernels::nodes_h,
                           kernels::samples_h,
                           kernels::sides_h,
                           kernels::columns_h,
                           kernels::best_of_group_h,
                           kernels::group_h,
                           kernels::threshold_h,
                           kernels::score_h,
                           kernels::random_h,
                           kernels::network_h,
                           kernels::pairs_h,
                           kernels::dialect_h};
  return {device.host, sources, options};
}

// Of kernels/forest/columns.h.
sdk::CompileOptions with_codes(sdk::CompileOptions options, const Shape& shape) {
  return options.define("CODE_BITS", 8 * shape.code_bytes).define("BY_ROW", shape.by_row ? 1 : 0);
}
// Of kernels/forest/score.h.
sdk::CompileOptions with_scores(sdk::CompileOptions options, const Shape& shape) {
  return options.define("CRITERION", shape.is_gini ? 0 : 1);
}
// Of kernels/sort/pairs.h: words with their places.
sdk::CompileOptions with_pairs(sdk::CompileOptions options) {
  return options.define("PAYLOAD_BITS", 32).define("CARRY_POSITIONS", 1);
}
// Of kernels/sort/network.h.
sdk::CompileOptions with_network(const sdk::CompileOptions& options, const Shape& shape) {
  return with_pairs(options).define("ITEM_STRIDES", shape.item_strides);
}

}  // namespace

Programs::Programs(const Device& device, const Shape& shape) {
  const auto options = device_options(device.backend, shape.group);
  const auto with_columns = with_codes(options, shape);
  const auto with_all = with_scores(with_columns, shape);
  auto of_sort = options;
  sorting::ColumnSort::define(of_sort, shape.elements, shape.item_strides);
  sort = build(device, kernels::columns_kernel, of_sort);
  encode = build(device, kernels::encode_kernel, with_pairs(with_columns));
  bootstrap = build(device, kernels::bootstrap_kernel, options);
  auto of_levels = with_all;
  levels = build(device, kernels::levels_kernel, of_levels.define("SIDE_BITS", shape.side_bits));
  if (shape.has_sorted_lists()) {
    search = build(device, kernels::search_sorted_kernel,
                   with_network(with_all, shape)
                       .define("ELEMENTS", shape.elements)
                       .define("FEW_LABELS", shape.few_labels));
  } else {
    auto histograms = with_all;
    histograms.define("COPIES", shape.copies).define("AT_ONCE", shape.at_once);
    search = build(device, kernels::search_binned_kernel, histograms);
  }
  const auto of_subtree = device_options(device.backend, shape.subtree_group);
  subtree = build(device, kernels::subtree_kernel,
                  with_network(with_scores(with_codes(of_subtree, shape), shape), shape)
                      .define("FEW_LABELS", shape.few_labels)
                      .define("SUBTREE_AT_ONCE", shape.subtree_at_once)
                      .define("CAPACITY", shape.capacity));
  canonical = build(device, kernels::canonical_kernel, options);
  if (shape.most_hosted > 0) host = build(device, kernels::host_kernel, options);
}

}  // namespace forest::level_wise
