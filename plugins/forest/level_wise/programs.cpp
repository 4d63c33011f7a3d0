#include "forest/level_wise/programs.hpp"

#include "sort/library/column_sort.hpp"

namespace forest::level_wise {
namespace {

namespace sdk = assay::sdk;

// Adds the constants of kernels/forest/columns.h.
sdk::CompileOptions with_codes(sdk::CompileOptions options, const Shape& shape) {
  return options.define("CODE_BITS", 8 * shape.code_bytes).define("BY_ROW", shape.by_row ? 1 : 0);
}
// Adds the constants of kernels/forest/score.h.
sdk::CompileOptions with_scores(sdk::CompileOptions options, const Shape& shape) {
  return options.define("CRITERION", shape.is_gini ? 0 : 1);
}
// Adds the constants of kernels/sort/pairs.h: words with their places.
sdk::CompileOptions with_pairs(sdk::CompileOptions options) {
  return options.define("PAYLOAD_BITS", 32).define("CARRY_POSITIONS", 1);
}
// Adds the constants of kernels/sort/network.h.
sdk::CompileOptions with_network(const sdk::CompileOptions& options, const Shape& shape) {
  return with_pairs(options).define("ITEM_STRIDES", shape.item_strides);
}

}  // namespace

Programs::Programs(const Device& device, const Shape& shape) {
  const auto options = sdk::dialect_options(device.backend).define("WORK_GROUP_SIZE", shape.group);
  const auto with_columns = with_codes(options, shape);
  const auto with_all = with_scores(with_columns, shape);
  auto of_sort = options;
  sorting::ColumnSort::define(of_sort, shape.elements, shape.item_strides);
  sort = sdk::build(device.host, "sort/columns.kernel", of_sort);
  encode = sdk::build(device.host, "forest/encode.kernel", with_pairs(with_columns));
  bootstrap = sdk::build(device.host, "forest/level_wise/bootstrap.kernel", options);
  auto of_levels = with_all;
  levels = sdk::build(device.host, "forest/level_wise/levels.kernel",
                      of_levels.define("SIDE_BITS", shape.side_bits));
  if (shape.has_sorted_lists()) {
    search = sdk::build(device.host, "forest/level_wise/search_sorted.kernel",
                        with_network(with_all, shape)
                            .define("ELEMENTS", shape.elements)
                            .define("FEW_LABELS", shape.few_labels));
  } else {
    auto histograms = with_all;
    histograms.define("COPIES", shape.copies).define("AT_ONCE", shape.at_once);
    search = sdk::build(device.host, "forest/level_wise/search_binned.kernel", histograms);
  }
  const auto of_subtree =
      sdk::dialect_options(device.backend).define("WORK_GROUP_SIZE", shape.subtree_group);
  subtree = sdk::build(device.host, "forest/level_wise/subtree.kernel",
                       with_network(with_scores(with_codes(of_subtree, shape), shape), shape)
                           .define("FEW_LABELS", shape.few_labels)
                           .define("SUBTREE_AT_ONCE", shape.subtree_at_once)
                           .define("CAPACITY", shape.capacity));
  canonical = sdk::build(device.host, "forest/level_wise/canonical.kernel", options);
  if (shape.most_hosted > 0)
    host = sdk::build(device.host, "forest/level_wise/host.kernel", options);
}

}  // namespace forest::level_wise
