// direct.opencl and direct.cuda: matrices that are too small or too narrow for tiles.
#include "gemm/accelerator.hpp"

namespace gemm {
namespace {

using namespace assay::sdk;

Plan plan_direct(const Task& task) {
  const Bindings& configuration = task.configuration();
  const Shape shape(task.arguments());
  const std::size_t down = configuration.size("items_down");
  const std::size_t across = configuration.size("items_across");
  const std::size_t items = shape.batch * quotient_up(shape.rows, configuration.size("item_rows"));
  return {.groups = quotient_up(items, down) *
                    quotient_up(shape.columns, across * configuration.size("item_columns")),
          .group_size = down * across * configuration.size("parts"),
          .inner_step = configuration.size("along")};
}

void define_direct(const Task& task, CompileOptions& options) {
  const Bindings& configuration = task.configuration();
  const Shape shape(task.arguments());
  const bool whole = shape.columns % configuration.size("item_columns") == 0;
  options.define("ITEMS_DOWN", configuration.integer("items_down"))
      .define("ITEMS_ACROSS", configuration.integer("items_across"))
      .define("ITEM_ROWS", configuration.integer("item_rows"))
      .define("ITEM_COLUMNS", configuration.integer("item_columns"))
      .define("PARTS", configuration.integer("parts"))
      .define("ALONG", configuration.integer("along"))
      .define("WHOLE_LOADS", whole && !shape.transpose_b ? 1 : 0);
}

ParameterSet direct_parameters() {
  ParameterSet set{
      {{"items_down", "Items of a group along rows, also of several products.",
        powers_of_two(1, 256), 8},
       {"items_across", "Items of a group along columns.", powers_of_two(1, 256), 8},
       {"parts", "Items that share each sum.", powers_of_two(1, 256), 1},
       {"item_rows", "Rows of an item.", powers_of_two(1, 8), 4},
       {"item_columns",
        "Columns of an item, which reads those of b at once where rows consist of as many.",
        powers_of_two(1, 8), 4},
       {"along",
        "Places along a sum that an item reads at once, where both matrices lie along sums.",
        powers_of_two(1, 8), 4}},
      {{"items_down * items_across * parts <= max_work_group_size",
        "the device allows no larger work group"},
       {"items_down * items_across * parts >= 32", "a group would have fewer than 32 items"},
       {"along == 1 or (transpose_b and not transpose_a)",
        "rows of a and columns of b must be lines of memory"},
       {"inner % along == 0", "sums do not consist of whole loads"},
       {"max(item_columns, along) * (8 if precision == 'double' else 2 if precision == 'half' else "
        "4) <= 16",
        "a load has at most 16 bytes"},
       {"item_columns * max(item_rows, along) * (2 if precision == 'double' else 1) <= 32",
        "an item has too few registers for so many sums or numbers"},
       {"parts == 1 or items_down * items_across * parts * item_rows * item_columns * (8 if "
        "precision == 'double' else 4) <= min(local_memory_bytes, 49152)",
        "the shared sums must fit into local memory"},
       {"parts * along <= max(inner, along)", "some items would have nothing to add up"},
       {"ceil_div(batch * ceil_div(rows, item_rows), items_down) * ceil_div(columns, items_across "
        "* item_columns) <= 2147483647",
        "a launch cannot have more groups"}}};
  set.add(splits_parameters("parts * along"));
  return set;
}

}  // namespace

void describe_direct(Plugin& plugin) {
  const Algorithm direct{"direct",
                         "Each item reads what its sums need; for small and for narrow matrices.",
                         "gemm/direct.kernel",
                         direct_parameters(),
                         plan_direct,
                         define_direct};
  for (const assay_backend backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
    describe_algorithm(plugin, direct, backend);
  }
}

}  // namespace gemm
